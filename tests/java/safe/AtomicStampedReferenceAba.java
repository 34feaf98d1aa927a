// check: verdict=passed
// AtomicReferenceAba with a stamp that every change increases.
// Passed: main's compare-and-set fails if the stack has changed in between, even if the top is A again; main then pops anew.
// B, once popped by the other thread, never becomes the top again.
// No data race: next is volatile, the top atomic.
import java.util.concurrent.atomic.AtomicStampedReference;

public class AtomicStampedReferenceAba {
    static final class Node {
        volatile Node next;
    }

    static final AtomicStampedReference<Node> TOP = new AtomicStampedReference<>(null, 0);

    static Node pop() {
        while (true) {
            int[] stamp = new int[1];
            Node top = TOP.get(stamp);
            if (top == null || TOP.compareAndSet(top, top.next, stamp[0], stamp[0] + 1)) {
                return top;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node a = new Node();
        Node b = new Node();
        a.next = b;
        TOP.set(a, 0);
        Thread other = new Thread(() -> {
            Node first = pop();
            Node second = pop();
            if (first == a && second == b) {
                a.next = null;
                TOP.set(a, 3);
            }
        });
        other.start();
        pop();
        other.join();
        assert TOP.getReference() != b;
    }
}
