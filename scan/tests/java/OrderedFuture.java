// scan: candidates=none
// races: none
// A task fills a box that main gave to it; main reads the box when get has returned.
// Proved by parallel or ordered: the end of the task comes before the return of get on its future.
// Twin: OrderedFutureNotGot.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class OrderedFuture {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Box box = new Box();
        Future<?> filled = pool.submit(() -> box.value++);
        filled.get();
        pool.shutdown();
        assert box.value == 1;
    }
}
