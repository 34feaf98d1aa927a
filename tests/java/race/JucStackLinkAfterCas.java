// check: verdict=violated kind=data-race variable=JucStackLinkAfterCas$Node.next conflict=write-read|read-write
// A Treiber stack with a plain next, which push writes after the compare-and-set of the top; main pops once.
// Racy: main may find the node before its next is written.
// Twin: JucStackLinkBeforeCas.java
import java.util.concurrent.atomic.AtomicReference;

public class JucStackLinkAfterCas {
    static final class Node {
        Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push() {
        Node node = new Node();
        Node top;
        do {
            top = TOP.get();
        } while (!TOP.compareAndSet(top, node));
        node.next = top;
    }

    static Node pop() {
        Node top;
        do {
            top = TOP.get();
        } while (top != null && !TOP.compareAndSet(top, top.next));
        return top;
    }

    public static void main(String[] args) {
        new Thread(JucStackLinkAfterCas::push).start();
        pop();
    }
}
