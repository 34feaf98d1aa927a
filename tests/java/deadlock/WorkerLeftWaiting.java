// check: verdict=violated kind=deadlock
// DaemonLeftWaiting without the setDaemon: the thread keeps the program alive and nobody will wake it.
// Schedule: every schedule ends so.
// No data race: the flag is accessed under the monitor.
public class WorkerLeftWaiting {
    static final Object LOCK = new Object();
    static boolean item;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            synchronized (LOCK) {
                while (!item) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        worker.start();
    }
}
