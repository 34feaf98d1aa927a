// check: verdict=violated kind=assertion
// A stack of two nodes with the ABA defect. Main pops one node in the usual way; the other thread pops both and pushes the
// first one back.
// Schedule: main reads the top A and its next B; the other pops A and B and pushes A; main's compare-and-set sees A and
// makes B, which was popped, the top. Main pops once and the other twice, so B at the top in the end is always wrong.
// No data race: next is volatile, the top atomic.
import java.util.concurrent.atomic.AtomicReference;

public class AtomicReferenceAba {
    static final class Node {
        volatile Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static Node pop() {
        while (true) {
            Node top = TOP.get();
            if (top == null || TOP.compareAndSet(top, top.next)) {
                return top;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node a = new Node();
        Node b = new Node();
        a.next = b;
        TOP.set(a);
        Thread other = new Thread(() -> {
            Node first = pop();
            Node second = pop();
            if (first == a && second == b) {
                a.next = null;
                TOP.set(a);
            }
        });
        other.start();
        pop();
        other.join();
        assert TOP.get() != b;
    }
}
