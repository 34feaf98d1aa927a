// check: verdict=passed
// Two threads put nodes in front of each other's, with what they have seen in them, and cut off what
// is behind. Passed: there is always a first node, and what it holds was seen by who made it.
public class NodesExchanged {
    static final class Node {
        final int seen;
        volatile Node next;

        Node(int seen, Node next) {
            this.seen = seen;
            this.next = next;
        }
    }

    static volatile Node first = new Node(0, null);

    static void put(int step) {
        Node before = first;
        first = new Node(before.seen + step, before);
        Node now = first;
        now.next = before.next;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> put(10));
        other.start();
        put(1);
        other.join();
        int seen = first.seen;
        assert seen == 1 || seen == 10 || seen == 11 : seen;
    }
}
