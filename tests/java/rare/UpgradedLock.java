import java.util.concurrent.locks.ReentrantReadWriteLock;

// Who finds the value at four while it reads sets it back, with the read lock alone.
public class UpgradedLock {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int value;

    static void look() {
        LOCK.readLock().lock();
        try {
            if (value == 4) value = 0;
        } finally {
            LOCK.readLock().unlock();
        }
    }

    static void add() {
        LOCK.writeLock().lock();
        try {
            value++;
        } finally {
            LOCK.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                for (int n = 0; n < 3; n++) add();
            }).start();
            new Thread(() -> {
                for (int n = 0; n < 3; n++) look();
            }).start();
        }
    }
}
