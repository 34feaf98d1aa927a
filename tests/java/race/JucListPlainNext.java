// check: verdict=violated kind=data-race variable=JucListPlainNext$Node.next conflict=write-read|read-write
// A sorted list, linked by a plain next: main adds a number, a thread looks for it without a lock.
// Racy: the look reads the link that the add writes.
// Twin: JucListVolatileNext.java
public class JucListPlainNext {
    static final class Node {
        final int number;
        Node next;

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
