// check: verdict=violated kind=assertion
// Main holds a monitor and takes it for granted that the other thread, which wants it, is waiting for it.
// Schedule: the thread has started, but not come to the monitor: its state is RUNNABLE.
// No data race: the monitor guards nothing.
public class StateNotYetBlocked {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
            }
        });
        synchronized (LOCK) {
            thread.start();
            assert thread.getState() != Thread.State.RUNNABLE;
        }
    }
}
