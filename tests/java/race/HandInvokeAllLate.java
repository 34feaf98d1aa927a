// check: verdict=violated kind=data-race variable=HandInvokeAllLate.value large=true
// A task of a pool writes a plain field; main invokes all tasks of a list, which has not that one, and reads the field.
// Race: the task that writes is none of the list.
// Twin: HandInvokeAll.java
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandInvokeAllLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, HandInvokeAllLate::daemon);
        Callable<Integer> other = () -> 0;
        Callable<Integer> writer = () -> value = 1;
        pool.submit(writer);
        pool.invokeAll(List.of(other, other));
        int seen = value;
    }
}
