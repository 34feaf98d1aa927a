// check: verdict=race-free large=true
// Main submits two tasks to a ForkJoinPool, one of which writes a plain field, and joins that one before it reads the field.
// Race-free: what a task does comes before the end of its join.
// Twin: HandJoinedTaskLate.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class HandJoinedTask {
    static int value;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> writer = pool.submit(() -> {
            value = 1;
        });
        ForkJoinTask<?> other = pool.submit(() -> { });
        writer.join();
        int seen = value;
    }
}
