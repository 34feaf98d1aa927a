// everyday-buggy: kind=data-race variable=PermitReleasedTwice.balance
// The refused payment releases its permit twice; afterwards two others are inside at once, and race if neither ends first.
import java.util.concurrent.Semaphore;

public class PermitReleasedTwice {
    static final Semaphore ACCOUNT = new Semaphore(1);
    static int balance = 10;

    static boolean pay(int amount) {
        ACCOUNT.acquireUninterruptibly();
        try {
            if (amount > balance) {
                ACCOUNT.release();
                return false;
            }
            balance -= amount;
            return true;
        } finally {
            ACCOUNT.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] payers = new Thread[3];
        for (int i = 0; i < payers.length; i++) {
            int amount = i == 0 ? 100 : i;
            payers[i] = new Thread(() -> pay(amount));
            payers[i].start();
        }
        for (Thread payer : payers) {
            payer.join();
        }
        assert balance == 7;
    }
}
