// everyday-buggy: kind=livelock
// Each tries for its second lock for ever and keeps the first: none gives way if all three have their first lock.
import java.util.concurrent.locks.ReentrantLock;

public class SpinsForSecondLock {
    static final ReentrantLock[] FILES = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        while (!second.tryLock()) {
            Thread.onSpinWait();
        }
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] copying = new Thread[FILES.length];
        for (int i = 0; i < copying.length; i++) {
            ReentrantLock source = FILES[i];
            ReentrantLock target = FILES[(i + 1) % FILES.length];
            copying[i] = new Thread(() -> both(source, target));
            copying[i].start();
        }
        for (Thread thread : copying) {
            thread.join();
        }
    }
}
