// everyday-buggy: kind=deadlock
// The condition is awaited without asking whether it holds: if the producer signals before main awaits, nobody signals again.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalBeforeAwait {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition FILLED = LOCK.newCondition();
    static String box;

    static void write() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            return;
        }
        LOCK.lock();
        try {
            box = "letter";
            FILLED.signalAll();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(SignalBeforeAwait::write);
        producer.start();
        LOCK.lock();
        try {
            FILLED.await();
            assert box.equals("letter");
        } finally {
            LOCK.unlock();
        }
        producer.join();
    }
}
