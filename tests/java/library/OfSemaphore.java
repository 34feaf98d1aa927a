// client: operations=6
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class OfSemaphore implements Clients.Client {
    final Semaphore permits = new Semaphore(1);

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> permits.acquire();
            case 1 -> permits.release();
            case 2 -> {
                return permits.tryAcquire();
            }
            case 3 -> {
                return permits.tryAcquire(1, TimeUnit.SECONDS);
            }
            case 4 -> permits.acquireUninterruptibly(2);
            default -> {
                return permits.drainPermits();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return permits.availablePermits();
    }
}
