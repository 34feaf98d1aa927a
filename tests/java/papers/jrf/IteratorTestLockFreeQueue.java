// check: verdict=violated kind=data-race variable=IteratorTestLockFreeQueue$Node.item conflict=write-read|read-write
// Figure 8: IteratorTest(LockFreeQueue) (2,2), the linked lock-free queue: two threads each put two items into it, iterate
// over it, and take two. The paper does not say which variable raced.
// Racy: item is plain. Its first write comes before the compare-and-set that links the node; but who takes an item clears it
// in the node left behind, and nothing orders that ahead of the reads of an iteration, or of another take, that has already
// reached the node.
import java.util.concurrent.atomic.AtomicReference;

public class IteratorTestLockFreeQueue {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    static final class Node {
        final AtomicReference<Node> next = new AtomicReference<>();
        Integer item;
    }

    static final AtomicReference<Node> HEAD = new AtomicReference<>(new Node());
    static final AtomicReference<Node> TAIL = new AtomicReference<>(HEAD.get());

    static void put(Integer item) {
        Node node = new Node();
        node.item = item;
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

    static Integer take() {
        while (true) {
            Node first = HEAD.get();
            Node last = TAIL.get();
            Node next = first.next.get();
            if (next == null) {
                return null;
            }
            if (first == last) {
                TAIL.compareAndSet(last, next);
            } else {
                Integer item = next.item;
                if (HEAD.compareAndSet(first, next)) {
                    next.item = null;
                    return item;
                }
            }
        }
    }

    static int iterate() {
        int found = 0;
        for (Node node = HEAD.get().next.get(); node != null; node = node.next.get()) {
            if (node.item != null) {
                found++;
            }
        }
        return found;
    }

    static void work(int me, int iterations) {
        for (int i = 0; i < iterations; i++) {
            put(me * iterations + i);
        }
        iterate();
        for (int i = 0; i < iterations; i++) {
            Integer item = take();
            assert item != null;
        }
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
