// check: verdict=violated kind=deadlock
// A thread takes its own monitor to end. Main holds that one and wants a lock, whose holder waits for the thread's end.
// Schedule: main takes the monitor before the thread has ended, and the other takes the lock before main does.
// No data race: there are no variables.
public class EndNeedsItsMonitor {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread ending = new Thread(() -> {});
        Thread joiner = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    ending.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        ending.start();
        joiner.start();
        synchronized (ending) {
            synchronized (LOCK) {
                System.out.println("both are had");
            }
        }
    }
}
