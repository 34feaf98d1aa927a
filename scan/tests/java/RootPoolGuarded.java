// scan: candidates=none
// races: none
// Two tasks of a pool of two threads count under a lock.
// Proved by the global lock: both tasks hold the monitor of the class.
// Twin: RootPoolUnguarded.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class RootPoolGuarded {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(RootPoolGuarded::increment);
        pool.execute(RootPoolGuarded::increment);
        pool.shutdown();
    }
}
