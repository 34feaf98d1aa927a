// scan: candidates=RootPoolUnguarded.count
// races: RootPoolUnguarded.count
// Two tasks of a pool of two threads count without a lock.
// Racy: what a task is part of is no lock, and the pool has a thread for each.
// Twin: RootPoolGuarded.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class RootPoolUnguarded {
    static int count;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> count++);
        pool.execute(() -> count++);
        pool.shutdown();
    }
}
