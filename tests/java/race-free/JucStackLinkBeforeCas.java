// check: verdict=race-free
// A Treiber stack with a plain next, which push writes before the compare-and-set of the top; main pops once.
// Race-free: the successful compare-and-set releases next, and the get of the top that sees the node acquires it.
// Twin: JucStackLinkAfterCas.java
import java.util.concurrent.atomic.AtomicReference;

public class JucStackLinkBeforeCas {
    static final class Node {
        Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push() {
        Node node = new Node();
        Node top;
        do {
            top = TOP.get();
            node.next = top;
        } while (!TOP.compareAndSet(top, node));
    }

    static Node pop() {
        Node top;
        do {
            top = TOP.get();
        } while (top != null && !TOP.compareAndSet(top, top.next));
        return top;
    }

    public static void main(String[] args) {
        new Thread(JucStackLinkBeforeCas::push).start();
        pop();
    }
}
