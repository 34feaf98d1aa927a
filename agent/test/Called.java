import java.util.concurrent.locks.ReentrantLock;

/** By which calls two threads come to one place, and to a lock of the library. */
public final class Called {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int count;

    private static void add(int depth) {
        if (depth > 0) {
            add(depth - 1);
        } else {
            count++;
        }
    }

    private static void locked() {
        LOCK.lock();
        LOCK.unlock();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> add(2), "other");
        other.start();
        add(0);
        locked();
        other.join();
    }
}
