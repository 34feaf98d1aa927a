// check: verdict=violated kind=data-race variable=QueueTest.sum conflict=write-write|write-read|read-write
// Figure 8: QueueTest (2,2), the linked lock-free queue: two threads each put two numbers into it, take two, and only then
// add up what they have taken. The paper does not say which variable raced.
// Racy: sum is plain. All of the queue is final or atomic, but a thread does not touch it again once it has added to sum, so
// nothing orders the additions of the two threads.
import java.util.concurrent.atomic.AtomicReference;

public class QueueTest {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    static final class Node {
        final AtomicReference<Node> next = new AtomicReference<>();
        final int item;

        Node(int item) {
            this.item = item;
        }
    }

    static final AtomicReference<Node> HEAD = new AtomicReference<>(new Node(0));
    static final AtomicReference<Node> TAIL = new AtomicReference<>(HEAD.get());
    static int sum;

    static void put(int item) {
        Node node = new Node(item);
        while (true) {
            Node last = TAIL.get();
            Node next = last.next.get();
            if (next != null) {
                TAIL.compareAndSet(last, next);
            } else if (last.next.compareAndSet(null, node)) {
                TAIL.compareAndSet(last, node);
                return;
            }
        }
    }

    /** The queue is not empty: each thread takes no more than it has put in. */
    static int take() {
        while (true) {
            Node first = HEAD.get();
            Node last = TAIL.get();
            Node next = first.next.get();
            if (first == last) {
                TAIL.compareAndSet(last, next);
            } else if (HEAD.compareAndSet(first, next)) {
                return next.item;
            }
        }
    }

    static void work(int me, int iterations) {
        for (int i = 1; i <= iterations; i++) {
            put(me * iterations + i);
        }
        int taken = 0;
        for (int i = 0; i < iterations; i++) {
            taken += take();
        }
        sum += taken;
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
