import java.util.concurrent.locks.ReentrantLock;

// Who does not get the lock counts that without it, and so may two.
public class TriedInVain {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int done, refused;

    static void attempt() {
        if (LOCK.tryLock()) {
            try {
                done++;
            } finally {
                LOCK.unlock();
            }
        } else {
            refused++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int n = 0; n < 6; n++) attempt();
            }).start();
        }
    }
}
