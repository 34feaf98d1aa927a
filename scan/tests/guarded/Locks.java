// Locks of java.util.concurrent. Lines that end with "broken" access without the lock, all others with it.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class Locks {
    @interface GuardedBy {
        String value();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private static final Lock single = new ReentrantLock();

    @GuardedBy("lock") private int value;
    @GuardedBy("both") private static int seldom;
    @GuardedBy("both.writeLock()") private static int never;
    @GuardedBy("single") private static int one;
    @GuardedBy("rw") private int unknown;
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();

    void tries() throws InterruptedException {
        if (lock.tryLock()) {
            value++;
            lock.unlock();
        } else {
            value++; // broken
        }
        boolean isTaken = lock.tryLock(1, TimeUnit.SECONDS);
        if (isTaken) {
            value++;
            lock.unlock();
        }
        if (isTaken) {
            value++; // broken
        }
        if (!lock.tryLock() && !lock.tryLock()) {
            return;
        }
        value++;
        lock.unlock();
        rw.writeLock().lock();
        unknown++;
        rw.writeLock().unlock();
    }

    void right() {
        lock.lock();
        try {
            value++;
            helper();
        } finally {
            lock.unlock();
        }
        both.readLock().lock();
        try {
            System.out.println(seldom);
        } finally {
            both.readLock().unlock();
        }
        both.writeLock().lock();
        try {
            seldom++;
            never++;
        } finally {
            both.writeLock().unlock();
        }
        single.lock();
        try {
            one++;
            deeper();
        } finally {
            single.unlock();
        }
    }

    @GuardedBy("lock")
    private void helper() {
        value++;
    }

    private static void deeper() {
        one++;
    }

    interface Shape {
        @GuardedBy("Locks.single") void grow();
    }

    static class Square implements Shape {
        @Override
        public void grow() {}
    }

    static final Shape SHAPE = new Square();

    void byInterface() {
        SHAPE.grow(); // broken
        single.lock();
        SHAPE.grow();
        single.unlock();
        both.readLock().lock();
        System.out.println(never); // broken
        both.readLock().unlock();
    }

    void wrong() {
        value++; // broken
        helper(); // broken
        synchronized (lock) {
            value++; // broken
        }
        lock.lock();
        lock.unlock();
        value++; // broken
        both.readLock().lock();
        try {
            seldom = 2; // broken
        } finally {
            both.readLock().unlock();
        }
        System.out.println(seldom); // broken
        one++; // broken
    }

    public static void main(String[] args) throws InterruptedException {
        Locks shared = new Locks();
        new Thread(() -> { shared.right(); shared.wrong(); }).start();
        shared.right();
        shared.wrong();
        shared.tries();
        shared.byInterface();
        Locks other = new Locks();
        new Thread(other::wrong).start();
    }
}
