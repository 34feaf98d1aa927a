// check: verdict=passed
// Two threads push one node each onto a lock-free stack, main then counts them.
// Passed: a push that loses the compare-and-set is repeated.
// No data race: a node is written before the compare-and-set that publishes it, and main reads after join.
import java.util.concurrent.atomic.AtomicReference;

public class TreiberStack {
    static final class Node {
        Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push() {
        Node node = new Node();
        do {
            node.next = TOP.get();
        } while (!TOP.compareAndSet(node.next, node));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TreiberStack::push);
        other.start();
        push();
        other.join();
        int count = 0;
        for (Node node = TOP.get(); node != null; node = node.next) {
            count++;
        }
        assert count == 2;
    }
}
