// everyday-buggy: kind=assertion
// What awaitTermination answers is ignored: if its time is over before the last task is done, the count is too small.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class AwaitTerminationIgnored {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        AtomicInteger sent = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            pool.execute(sent::incrementAndGet);
        }
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.SECONDS);
        assert sent.get() == 2;
    }
}
