// check: verdict=violated kind=data-race variable=JucTryLockIgnored.count conflict=write-read|read-write
// Two threads try a ReentrantLock and increment a plain counter whatever the answer.
// Racy: who did not get the lock increments while the other is inside, and a tryLock that fails acquires nothing.
// Twin: JucTryLockHeeded.java
import java.util.concurrent.locks.ReentrantLock;

public class JucTryLockIgnored {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        boolean got = LOCK.tryLock();
        count++;
        if (got) {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(JucTryLockIgnored::add).start();
        add();
    }
}
