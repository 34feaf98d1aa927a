// check: verdict=violated kind=data-race variable=IteratorTestLockFreeList.size conflict=write-write|write-read|read-write
// Figure 8: IteratorTest(LockFreeList) (2,2), the sorted lock-free list: a node is first marked as removed, in its link to
// the next one, and then unlinked by whoever passes. Two threads each add two keys, iterate, and remove one. The paper does
// not say which variable raced.
// Racy: size is plain, and counted after the compare-and-set that links or marks a node, so nothing orders the counting of
// one thread ahead of that of the other. The keys are final, the links atomic.
import java.util.concurrent.atomic.AtomicMarkableReference;

public class IteratorTestLockFreeList {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    static final class Node {
        final int key;
        final AtomicMarkableReference<Node> next;

        Node(int key, Node next) {
            this.key = key;
            this.next = new AtomicMarkableReference<>(next, false);
        }
    }

    static final Node HEAD = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
    static int size;

    /** The last node before the key; removed nodes on the way to it are unlinked. */
    static Node lastBefore(int key) {
        boolean[] marked = new boolean[1];
        restart:
        while (true) {
            Node before = HEAD;
            Node node = before.next.getReference();
            while (true) {
                Node next = node.next.get(marked);
                if (marked[0]) {
                    if (!before.next.compareAndSet(node, next, false, false)) {
                        continue restart;
                    }
                } else if (node.key >= key) {
                    return before;
                } else {
                    before = node;
                }
                node = next;
            }
        }
    }

    static boolean add(int key) {
        while (true) {
            Node before = lastBefore(key);
            Node found = before.next.getReference();
            if (found.key == key) {
                return false;
            }
            if (found.key > key && before.next.compareAndSet(found, new Node(key, found), false, false)) {
                size++;
                return true;
            }
        }
    }

    static boolean remove(int key) {
        while (true) {
            Node before = lastBefore(key);
            Node found = before.next.getReference();
            if (found.key > key) {
                return false;
            }
            Node next = found.next.getReference();
            if (found.key == key && found.next.compareAndSet(next, next, false, true)) {
                before.next.compareAndSet(found, next, false, false);
                size--;
                return true;
            }
        }
    }

    static int iterate() {
        int found = 0;
        for (Node node = HEAD.next.getReference(); node.key < Integer.MAX_VALUE; node = node.next.getReference()) {
            if (!node.next.isMarked()) {
                found++;
            }
        }
        return found;
    }

    static void work(int me, int threads, int iterations) {
        for (int i = 0; i < iterations; i++) {
            add(i * threads + me);
        }
        iterate();
        boolean removed = remove(me);
        assert removed;
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, threads, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
