// check: verdict=violated kind=data-race variable=HandInvokeAnyLate.value large=true
// A task of a pool writes a plain field; main invokes any of a list of one task, which is another one, and reads the field.
// Race: the task that writes is not the one invoked.
// Twin: HandInvokeAny.java
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandInvokeAnyLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, HandInvokeAnyLate::daemon);
        Callable<Integer> other = () -> 0;
        Callable<Integer> writer = () -> value = 1;
        pool.submit(writer);
        pool.invokeAny(List.of(other));
        int seen = value;
    }
}
