// scan: candidates=none
// races: none
// Two tasks of a pool count under a lock; main reads when the pool has ended.
// Proved by the global lock for the tasks, and by parallel for main: awaitTermination said that all tasks are through.
// Twin: RootPoolUnguarded.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class RootPoolGuarded {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(RootPoolGuarded::increment);
        pool.execute(RootPoolGuarded::increment);
        pool.shutdown();
        if (pool.awaitTermination(1, TimeUnit.SECONDS)) {
            assert count == 2;
        }
    }
}
