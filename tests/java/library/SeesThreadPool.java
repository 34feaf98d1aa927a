// client: operations=22
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class SeesThreadPool implements Clients.Client {
    volatile int ran;
    volatile int ended;
    final Runnable task = () -> ran = ran + 1;
    final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                @Override
                protected void terminated() {
                    ended = ended + 1;
                }
            };

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> pool.execute(task);
            case 1 -> pool.shutdown();
            case 2 -> {
                return pool.shutdownNow().size();
            }
            case 3 -> {
                return pool.prestartCoreThread();
            }
            case 4 -> pool.setCorePoolSize(0);
            case 5 -> {
                return pool.remove(task);
            }
            case 6 -> {
                return pool.submit(task).isDone();
            }
            case 7 -> {
                return pool.awaitTermination(1, TimeUnit.SECONDS);
            }
            case 8 -> {
                return pool.isShutdown();
            }
            case 9 -> {
                return pool.isTerminating();
            }
            case 10 -> {
                return pool.isTerminated();
            }
            case 11 -> {
                return pool.getPoolSize();
            }
            case 12 -> {
                return pool.getActiveCount();
            }
            case 13 -> {
                return pool.getLargestPoolSize();
            }
            case 14 -> {
                return pool.getTaskCount();
            }
            case 15 -> {
                return pool.getCompletedTaskCount();
            }
            case 16 -> {
                return pool.getQueue().size();
            }
            case 17 -> {
                return pool.getQueue().contains(task);
            }
            case 18 -> {
                return ran;
            }
            case 19 -> {
                return ended;
            }
            case 20 -> {
                return pool.getQueue().peek() != null;
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
