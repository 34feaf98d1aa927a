// check: verdict=violated kind=assertion every=true
// Main asks for the state of a thread after it has seen the thread's last action.
// Schedule: the thread writes, main reads one, and the thread has not ended yet.
// No data race: the field is volatile.
public class StateAfterLastAction {
    static volatile int done;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> done = 1);
        thread.start();
        if (done == 1) {
            assert thread.getState() == Thread.State.TERMINATED;
        }
    }
}
