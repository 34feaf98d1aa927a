// check: verdict=violated kind=data-race variable=HandForkJoinSubmitLate.value large=true
// Main writes a plain field while a worker of a ForkJoinPool may be scanning, and submits a task that reads it, in the other order.
// Race: the task may run as soon as it is submitted.
// Twin: HandForkJoinSubmit.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class HandForkJoinSubmitLate {
    static int value;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> first = pool.submit(() -> { });
        ForkJoinTask<?> second = pool.submit(() -> {
            int seen = value;
        });
        value = 1;
        first.get();
        second.get();
    }
}
