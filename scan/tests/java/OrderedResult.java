// scan: candidates=none
// races: none
// A task makes a box, fills it and returns it; main counts in what get gives to it.
// Proved by ordered: the box is written before it is the task's result, and get comes after that.
// Twin: OrderedResultKept.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OrderedResult {
    static final class Box {
        int value;
    }

    static Box produce() {
        Box box = new Box();
        box.value = 1;
        return box;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Box box = pool.submit(OrderedResult::produce).get();
        box.value++;
        pool.shutdown();
    }
}
