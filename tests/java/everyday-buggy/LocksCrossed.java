// everyday-buggy: kind=deadlock
// Each transfer locks its two accounts in the order given: three in a circle wait for each other if all have their first lock.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LocksCrossed {
    final Lock lock = new ReentrantLock();
    int balance = 100;

    static void transfer(LocksCrossed from, LocksCrossed to, int amount) {
        from.lock.lock();
        try {
            to.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                to.lock.unlock();
            }
        } finally {
            from.lock.unlock();
        }
    }

    public static void main(String[] args) {
        LocksCrossed[] accounts = {new LocksCrossed(), new LocksCrossed(), new LocksCrossed()};
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            LocksCrossed from = accounts[i];
            LocksCrossed to = accounts[(i + 1) % 3];
            pool.execute(() -> transfer(from, to, 30));
        }
        pool.shutdown();
    }
}
