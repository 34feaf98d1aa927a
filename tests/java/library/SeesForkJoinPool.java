// client: operations=17
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

public class SeesForkJoinPool implements Clients.Client {
    volatile int ran;
    final Runnable task = () -> ran = ran + 1;
    final ForkJoinPool pool = new ForkJoinPool(1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> pool.execute(task);
            case 1 -> pool.shutdown();
            case 2 -> {
                return pool.submit(task).isDone();
            }
            case 3 -> {
                return pool.awaitTermination(1, TimeUnit.SECONDS);
            }
            case 4 -> {
                return pool.isShutdown();
            }
            case 5 -> {
                return pool.isTerminated();
            }
            case 6 -> {
                return pool.isQuiescent();
            }
            case 7 -> {
                return pool.getPoolSize();
            }
            case 8 -> {
                return pool.getActiveThreadCount();
            }
            case 9 -> {
                return pool.getQueuedSubmissionCount();
            }
            case 10 -> {
                return pool.hasQueuedSubmissions();
            }
            case 11 -> {
                return pool.getQueuedTaskCount();
            }
            case 12 -> {
                return pool.isTerminating();
            }
            case 13 -> {
                return ran;
            }
            case 14 -> {
                return pool.getRunningThreadCount();
            }
            case 15 -> {
                return pool.getStealCount();
            }
            default -> {
                String told = pool.toString();
                return told.substring(told.indexOf('['));
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        pool.shutdown();
        return ran;
    }
}
