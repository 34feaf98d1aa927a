// check: verdict=violated kind=data-race variable=IteratorTestEBDeque.found conflict=write-write|write-read|read-write
// Figure 8: IteratorTest(EBDeque) (2,2), a lock-free deque with elimination: who loses the race for an end leaves its item
// in a slot for a moment, where a thread that takes from this end may find it. Two threads each put in two items, one at
// either end, take one, and iterate. The paper does not say which variable raced.
// Racy: both threads count what they have iterated over in found, which is plain. All of the deque is final or atomic, but
// nothing of it follows the counting, so the counting of neither thread comes ahead of that of the other.
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class IteratorTestEBDeque {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    static final int LEFT = 0;
    static final int RIGHT = 1;
    static final int STABLE = 2;

    /** Its links are its neighbours on the left and on the right. */
    static final class Node {
        final AtomicReferenceArray<Node> links = new AtomicReferenceArray<>(2);
        final Integer item;

        Node(Integer item) {
            this.item = item;
        }
    }

    /** Both ends, and the side on which the second-last node may not yet link to the last one, else STABLE. */
    record Ends(Node left, Node right, int state) {
        Node end(int side) {
            return side == LEFT ? left : right;
        }

        Ends with(int side, Node node, int newState) {
            return side == LEFT ? new Ends(node, right, newState) : new Ends(left, node, newState);
        }
    }

    static final AtomicReference<Ends> ENDS = new AtomicReference<>(new Ends(null, null, STABLE));
    static final AtomicReferenceArray<Integer> SLOTS = new AtomicReferenceArray<>(2);
    static int found;

    static void put(int side, Integer item) {
        Node node = new Node(item);
        while (true) {
            Ends ends = ENDS.get();
            Node old = ends.end(side);
            if (old == null) {
                if (ENDS.compareAndSet(ends, new Ends(node, node, STABLE))) {
                    return;
                }
            } else if (ends.state != STABLE) {
                stabilise(ends);
                continue;
            } else {
                node.links.set(1 - side, old);
                Ends longer = ends.with(side, node, side);
                if (ENDS.compareAndSet(ends, longer)) {
                    stabilise(longer);
                    return;
                }
            }
            if (SLOTS.compareAndSet(side, null, item)) {
                Thread.yield();
                if (!SLOTS.compareAndSet(side, item, null)) {
                    return;
                }
            }
        }
    }

    static Integer take(int side) {
        while (true) {
            Ends ends = ENDS.get();
            Node old = ends.end(side);
            if (old == null) {
                return null;
            }
            if (ends.state != STABLE) {
                stabilise(ends);
                continue;
            }
            Ends shorter = ends.left == ends.right
                    ? new Ends(null, null, STABLE)
                    : ends.with(side, old.links.get(1 - side), STABLE);
            if (ENDS.compareAndSet(ends, shorter)) {
                return old.item;
            }
            Integer item = SLOTS.get(side);
            if (item != null && SLOTS.compareAndSet(side, item, null)) {
                return item;
            }
        }
    }

    static void stabilise(Ends ends) {
        int side = ends.state;
        Node last = ends.end(side);
        Node secondLast = last.links.get(1 - side);
        if (ENDS.get() == ends) {
            Node link = secondLast.links.get(side);
            if (link == last || ENDS.get() == ends && secondLast.links.compareAndSet(side, link, last)) {
                ENDS.compareAndSet(ends, new Ends(ends.left, ends.right, STABLE));
            }
        }
    }

    static void iterate() {
        Ends ends = ENDS.get();
        for (Node node = ends.left; node != null; node = node == ends.right ? null : node.links.get(RIGHT)) {
            found++;
        }
    }

    static void work(int me, int iterations) {
        for (int i = 0; i < iterations; i++) {
            put(i % 2, me * iterations + i);
        }
        take(me % 2);
        iterate();
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
