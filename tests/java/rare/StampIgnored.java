import java.util.concurrent.locks.StampedLock;

// A reader whose attempt fails twice reads without any lock.
public class StampIgnored {
    static final StampedLock LOCK = new StampedLock();
    static int balance;

    static int read() {
        for (int n = 0; n < 2; n++) {
            long stamp = LOCK.tryReadLock();
            if (stamp == 0) continue;
            try {
                return balance;
            } finally {
                LOCK.unlockRead(stamp);
            }
        }
        return balance;
    }

    static void write() {
        long stamp = LOCK.writeLock();
        try {
            balance++;
        } finally {
            LOCK.unlockWrite(stamp);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                for (int n = 0; n < 4; n++) write();
            }).start();
            new Thread(() -> {
                for (int n = 0; n < 4; n++) read();
            }).start();
        }
    }
}
