// check: verdict=race-free
// A FutureTask in a thread of its own writes a plain field; main gets its result and reads the field.
// Race-free: all that the task does comes before the return of get.
// Twin: JucTaskIsDone.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

public class JucTaskGet {
    static int value;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = new FutureTask<>(() -> value = 1);
        new Thread(task).start();
        task.get();
        int seen = value;
    }
}
