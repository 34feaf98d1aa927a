// client: operations=5
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class OfThreadPool implements Clients.Client {
    final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    final AtomicInteger ran = new AtomicInteger();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> pool.execute(ran::incrementAndGet);
            case 1 -> pool.shutdown();
            case 2 -> {
                return pool.shutdownNow().size();
            }
            case 3 -> {
                return pool.awaitTermination(1, TimeUnit.SECONDS);
            }
            default -> {
                return pool.isShutdown() + "" + pool.isTerminated();
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
