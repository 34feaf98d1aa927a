// check: verdict=passed
// Main waits for ever, another thread calls System.exit(0).
// Passed: the exit ends the program whatever the others do; nothing is left waiting. The line after it never runs.
public class ExitWhileOthersWait {
    static final Object LOCK = new Object();

    static void waitForever() {
        synchronized (LOCK) {
            try {
                while (true) {
                    LOCK.wait();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            System.exit(0);
            throw new IllegalStateException("after exit");
        }).start();
        waitForever();
    }
}
