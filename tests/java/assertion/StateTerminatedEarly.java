// check: verdict=violated kind=assertion
// Main believes that a thread just started has not ended yet.
// Schedule: the thread runs to its end before main asks for its state.
public class StateTerminatedEarly {
    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assert other.getState() == Thread.State.NEW;
        other.start();
        assert other.getState() != Thread.State.TERMINATED;
    }
}
