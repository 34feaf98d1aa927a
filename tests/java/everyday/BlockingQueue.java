// everyday: a LinkedBlockingQueue, two producers, two consumers, two items each
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class BlockingQueue {
    public static void main(String[] args) throws InterruptedException {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            boolean produces = i % 2 == 0;
            threads[i] = new Thread(() -> {
                try {
                    for (int item = 0; item < items; item++) {
                        if (produces) {
                            queue.put(1);
                        } else {
                            sum.addAndGet(queue.take());
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert sum.get() == 2 * items && queue.isEmpty();
    }
}
