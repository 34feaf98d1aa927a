// client: operations=5
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class OfCondition implements Clients.Client {
    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    int value;

    @Override
    public Object perform(int operation, int me) throws Exception {
        lock.lock();
        try {
            switch (operation) {
                case 0 -> {
                    value++;
                    changed.signal();
                }
                case 1 -> {
                    value++;
                    changed.signalAll();
                }
                case 2 -> {
                    while (value == 0) {
                        changed.await();
                    }
                }
                case 3 -> {
                    return changed.await(1, TimeUnit.SECONDS) + "" + value;
                }
                default -> changed.awaitUninterruptibly();
            }
            return value;
        } finally {
            lock.unlock();
        }
    }
}
