// scan: candidates=OrderedResultKept$Box.value
// races: OrderedResultKept$Box.value
// A task returns a box that another task changes, too; main counts in what get gives to it.
// Racy: get waits for the first task, not for the second.
// Twin: OrderedResult.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OrderedResultKept {
    static final class Box {
        int value;
    }

    static final Box KEPT = new Box();

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Box box = pool.submit(() -> KEPT).get();
        pool.execute(() -> KEPT.value++);
        box.value++;
        pool.shutdown();
    }
}
