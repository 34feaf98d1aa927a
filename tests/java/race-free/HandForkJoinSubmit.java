// check: verdict=race-free large=true
// Main writes a plain field while a worker of a ForkJoinPool may be scanning, and submits a task that reads it, in this order.
// Race-free: the write comes before submit, and submit before the task.
// Twin: HandForkJoinSubmitLate.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class HandForkJoinSubmit {
    static int value;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> first = pool.submit(() -> { });
        value = 1;
        ForkJoinTask<?> second = pool.submit(() -> {
            int seen = value;
        });
        first.get();
        second.get();
    }
}
