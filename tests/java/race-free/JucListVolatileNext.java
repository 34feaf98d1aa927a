// check: verdict=race-free
// A sorted list, linked by a volatile next: main adds a number, a thread looks for it without a lock.
// Race-free: volatile links do not race; the numbers are final, and written before the link that leads to them.
// Twin: JucListPlainNext.java
public class JucListVolatileNext {
    static final class Node {
        final int number;
        volatile Node next;

        Node(int number, Node next) {
            this.number = number;
            this.next = next;
        }
    }

    static final Node HEAD = new Node(0, new Node(9, null));

    static void add(int number) {
        Node before = HEAD;
        Node after = before.next;
        while (after.number < number) {
            before = after;
            after = before.next;
        }
        before.next = new Node(number, after);
    }

    static boolean contains(int number) {
        Node at = HEAD;
        while (at != null && at.number < number) {
            at = at.next;
        }
        return at != null && at.number == number;
    }

    public static void main(String[] args) {
        new Thread(() -> contains(5)).start();
        add(5);
    }
}
