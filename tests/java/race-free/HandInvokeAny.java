// check: verdict=race-free large=true
// A task of a pool writes a plain field; main invokes any of a list of one task, which is that one, and reads the field.
// Race-free: invokeAny gives the result of a task, whose actions come before.
// Twin: HandInvokeAnyLate.java
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandInvokeAny {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, HandInvokeAny::daemon);
        Callable<Integer> other = () -> 0;
        Callable<Integer> writer = () -> value = 1;
        pool.invokeAny(List.of(writer));
        int seen = value;
    }
}
