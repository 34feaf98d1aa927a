// client: operations=11
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class SeesSemaphore implements Clients.Client {
    final Semaphore permits = new Semaphore(1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> permits.acquire();
            case 1 -> permits.release(2);
            case 2 -> {
                return permits.tryAcquire(2, 1, TimeUnit.SECONDS);
            }
            case 3 -> permits.acquireUninterruptibly();
            case 4 -> {
                permits.acquire();
                permits.release();
            }
            case 5 -> {
                return permits.drainPermits();
            }
            case 6 -> {
                return permits.tryAcquire();
            }
            case 7 -> {
                return permits.tryAcquire(2);
            }
            case 8 -> {
                return permits.availablePermits();
            }
            case 9 -> {
                String told = permits.toString();
                return told.substring(told.indexOf('['));
            }
            default -> {
                return permits.hasQueuedThreads();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return permits.availablePermits();
    }
}
