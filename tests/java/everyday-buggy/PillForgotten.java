// everyday-buggy: kind=deadlock
// Who comes last puts the pill, but looks before it counts itself: two producers that both look first put none.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class PillForgotten {
    static final int PILL = -1;
    static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();
    static final AtomicInteger PRODUCERS = new AtomicInteger(2);

    static void produce(int first) {
        QUEUE.add(first);
        QUEUE.add(first + 1);
        if (PRODUCERS.get() == 1) {
            QUEUE.add(PILL);
        }
        PRODUCERS.decrementAndGet();
    }

    static int consume() throws InterruptedException {
        int sum = 0;
        for (int next = QUEUE.take(); next != PILL; next = QUEUE.take()) {
            sum += next;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Future<Integer> sum = pool.submit(PillForgotten::consume);
        pool.execute(() -> produce(10));
        pool.execute(() -> produce(20));
        pool.shutdown();
        assert sum.get() == 62;
    }
}
