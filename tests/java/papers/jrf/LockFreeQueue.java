// check: verdict=violated kind=data-race variable=LockFreeQueue.tail conflict=write-read|read-write
// Figure 8: mutex.LockFreeQueue (2,2), a ring of one place that one thread puts two numbers into and another takes them
// from, without a lock: only the first writes tail, only the second writes head. (args[0] is not read: it is for two
// threads.)
// Racy: tail and head are plain. The taker reads the tail that the putter has written, with nothing ordering the write ahead
// of the read; the item, and head on the putter's side, would race next.
public class LockFreeQueue {
    static final int ITERATIONS = 2;

    static final int[] ITEMS = new int[1];
    static int head;
    static int tail;

    static void put(int item) {
        while (tail - head == ITEMS.length) {
            Thread.onSpinWait();
        }
        ITEMS[tail % ITEMS.length] = item;
        tail++;
    }

    static int take() {
        while (tail == head) {
            Thread.onSpinWait();
        }
        int item = ITEMS[head % ITEMS.length];
        head++;
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        Thread putter = new Thread(() -> {
            for (int i = 1; i <= iterations; i++) {
                put(i);
            }
        });
        Thread taker = new Thread(() -> {
            for (int i = 1; i <= iterations; i++) {
                int item = take();
                assert item == i;
            }
        });
        putter.start();
        taker.start();
        putter.join();
        taker.join();
    }
}
