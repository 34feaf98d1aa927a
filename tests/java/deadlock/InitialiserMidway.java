// check: verdict=violated kind=deadlock
// An initialiser announces itself, then needs a lock. A thread that sees the announcement takes the lock and uses the class.
// Schedule: main runs the initialiser, the thread looks between its two writes and takes the lock, and waits for main, who waits for it.
// No data race: the variable is volatile.
public class InitialiserMidway {
    static final Object LOCK = new Object();
    static volatile int progress;

    static class Initialised {
        static {
            progress = 1;
            progress = 2;
            synchronized (LOCK) {
                progress = 3;
            }
        }

        static void use() {}
    }

    public static void main(String[] args) {
        new Thread(() -> {
            if (progress == 1) {
                synchronized (LOCK) {
                    Initialised.use();
                }
            } else {
                Initialised.use();
            }
        }).start();
        Initialised.use();
    }
}
