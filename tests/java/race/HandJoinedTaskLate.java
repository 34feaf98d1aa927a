// check: verdict=violated kind=data-race variable=HandJoinedTaskLate.value large=true
// Main submits two tasks to a ForkJoinPool, one of which writes a plain field, and joins the other one before it reads the field.
// Race: another worker may execute the task that writes.
// Twin: HandJoinedTask.java
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class HandJoinedTaskLate {
    static int value;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> writer = pool.submit(() -> {
            value = 1;
        });
        ForkJoinTask<?> other = pool.submit(() -> { });
        other.join();
        int seen = value;
    }
}
