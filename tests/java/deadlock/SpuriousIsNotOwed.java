// check: verdict=violated kind=deadlock options=--spurious-wakeups
// A latch that nobody opens. Whoever awaits it may wake for no reason, but need not.
// Schedule: the only one.
// No data race: there is one thread.
import java.util.concurrent.CountDownLatch;

public class SpuriousIsNotOwed {
    public static void main(String[] args) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
