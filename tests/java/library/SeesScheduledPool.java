// client: operations=12
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class SeesScheduledPool implements Clients.Client {
    volatile int ran;
    final ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    final ScheduledFuture<?> first = pool.schedule(() -> ran = ran + 1, 1, TimeUnit.SECONDS);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> pool.schedule(() -> ran = ran + 1, 0, TimeUnit.SECONDS);
            case 1 -> pool.shutdown();
            case 2 -> {
                return pool.shutdownNow().size();
            }
            case 3 -> {
                return first.cancel(false);
            }
            case 4 -> {
                return pool.isShutdown();
            }
            case 5 -> {
                return pool.isTerminated();
            }
            case 6 -> {
                return pool.getPoolSize();
            }
            case 7 -> {
                return pool.getQueue().size();
            }
            case 8 -> {
                return pool.getQueue().isEmpty();
            }
            case 9 -> {
                return first.isDone();
            }
            case 10 -> {
                return first.isCancelled();
            }
            default -> {
                return ran;
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        first.cancel(false);
        pool.shutdown();
        return ran;
    }
}
