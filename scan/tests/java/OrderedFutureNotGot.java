// scan: candidates=OrderedFutureNotGot$Box.value
// races: OrderedFutureNotGot$Box.value
// A task fills a box that main gave to it; main reads the box before it asks the future.
// Racy: the task may still run.
// Twin: OrderedFuture.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class OrderedFutureNotGot {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Box box = new Box();
        Future<?> filled = pool.submit(() -> box.value++);
        int seen = box.value;
        filled.get();
        pool.shutdown();
        assert seen <= 1;
    }
}
