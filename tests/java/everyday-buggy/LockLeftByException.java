// everyday-buggy: kind=deadlock
// An exception leaves the lock held, there is no finally: if the buyer comes before the deposit, main waits for ever.
import java.util.concurrent.locks.ReentrantLock;

public class LockLeftByException {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int balance;

    static void withdraw(int amount) {
        LOCK.lock();
        if (amount > balance) {
            throw new IllegalArgumentException("only " + balance);
        }
        balance -= amount;
        LOCK.unlock();
    }

    static void deposit(int amount) {
        LOCK.lock();
        balance += amount;
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread buyer = new Thread(() -> {
            try {
                Thread.sleep(10);
                withdraw(5);
            } catch (IllegalArgumentException | InterruptedException e) {
                System.out.println("not bought: " + e.getMessage());
            }
        });
        buyer.start();
        deposit(5);
        buyer.join();
    }
}
