// check: max=17 verdict=violated kind=deadlock options=--library;atomic
// A task is submitted while main shuts the pool down. JDK 17's pool may accept it, and never run it.
// Schedule: the submitter sees a pool that is not shut down; main shuts it down, and its worker ends; then the task is queued.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

public class SubmittedLate {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> { }).join();
        Thread submitter = new Thread(() -> {
            try {
                pool.submit(() -> { }).quietlyJoin();
            } catch (RejectedExecutionException tooLate) {
                return;
            }
        });
        submitter.start();
        pool.shutdown();
        submitter.join();
    }
}
