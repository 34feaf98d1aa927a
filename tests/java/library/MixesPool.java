// client: operations=9
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A pool of one thread whose task uses a lock and permits, as those do who submit it. */
public class MixesPool implements Clients.Client {
    final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    final ReentrantLock lock = new ReentrantLock();
    final Semaphore permits = new Semaphore(0);
    final AtomicInteger ran = new AtomicInteger();
    volatile Future<Integer> last;

    private int task() {
        boolean locked = lock.tryLock();
        if (locked) {
            lock.unlock();
        }
        permits.release();
        return locked ? ran.incrementAndGet() : -ran.get();
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> {
                last = pool.submit(this::task);
                yield "submitted";
            }
            case 1 -> last.get();
            case 2 -> last.cancel(true);
            case 3 -> permits.tryAcquire(1, TimeUnit.SECONDS);
            case 4 -> {
                lock.lock();
                int seen = ran.get();
                lock.unlock();
                yield seen;
            }
            case 5 -> {
                pool.shutdown();
                yield ran.get();
            }
            case 6 -> pool.awaitTermination(1, TimeUnit.SECONDS);
            case 7 -> pool.isTerminated() + " " + ran;
            default -> pool.getQueue().size();
        };
    }

    @Override
    public Object end() {
        pool.shutdown();
        return ran + " " + permits.availablePermits();
    }
}
