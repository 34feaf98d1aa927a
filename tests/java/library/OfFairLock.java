// client: operations=3
import java.util.concurrent.locks.ReentrantLock;

public class OfFairLock implements Clients.Client {
    final ReentrantLock lock = new ReentrantLock(true);
    int inside;

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> lock.lock();
            case 1 -> lock.lockInterruptibly();
            default -> {
                if (!lock.tryLock()) {
                    return "no";
                }
            }
        }
        int now = ++inside;
        lock.unlock();
        return now;
    }
}
