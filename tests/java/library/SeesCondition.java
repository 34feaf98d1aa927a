// client: operations=10
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SeesCondition implements Clients.Client {
    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 6 -> {
                return lock.isLocked();
            }
            case 7 -> {
                return lock.tryLock();
            }
            case 8 -> {
                return lock.isHeldByCurrentThread();
            }
            case 9 -> {
                String told = lock.toString();
                return told.substring(told.indexOf('['));
            }
            default -> {
            }
        }
        lock.lock();
        try {
            return switch (operation) {
                case 0 -> changed.await(1, TimeUnit.SECONDS);
                case 1 -> {
                    changed.await();
                    yield "awaited";
                }
                case 2 -> {
                    changed.signal();
                    yield "signalled";
                }
                case 3 -> {
                    changed.signalAll();
                    yield "signalled all";
                }
                case 4 -> lock.hasWaiters(changed);
                default -> lock.getWaitQueueLength(changed);
            };
        } finally {
            lock.unlock();
        }
    }
}
