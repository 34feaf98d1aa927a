// everyday-buggy: kind=deadlock
// The barrier counts main, which stays away if it finds all three workers done: they are at the barrier for ever then.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

public class PartyStaysAway {
    static final CyclicBarrier ALL_READY = new CyclicBarrier(4);
    static final AtomicInteger DONE = new AtomicInteger();

    static void work() {
        try {
            Thread.sleep(10);
            DONE.incrementAndGet();
            ALL_READY.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] workers = new Thread[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(PartyStaysAway::work);
            workers[i].start();
        }
        if (DONE.get() < 3) {
            ALL_READY.await();
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }
}
