import java.util.concurrent.Semaphore;

// A refused attempt gives back what it never got.
public class PermitsLeaked {
    static final Semaphore PERMITS = new Semaphore(1);
    static int inside;

    static void attempt() {
        boolean has = PERMITS.tryAcquire();
        try {
            if (has) inside++;
        } finally {
            PERMITS.release();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int n = 0; n < 3; n++) attempt();
            }).start();
        }
    }
}
