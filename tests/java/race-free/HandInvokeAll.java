// check: verdict=race-free large=true
// A task of a pool writes a plain field; main invokes all tasks of a list, which has that one, and reads the field.
// Race-free: invokeAll ends when all of its tasks have.
// Twin: HandInvokeAllLate.java
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandInvokeAll {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, HandInvokeAll::daemon);
        Callable<Integer> other = () -> 0;
        Callable<Integer> writer = () -> value = 1;
        pool.invokeAll(List.of(other, writer));
        int seen = value;
    }
}
