// scan: candidates=none
// races: none
// A thread writes data and raises a volatile flag; main reads the data if it sees the flag.
// Proved by ordered: the thread alone raises the flag, once it has written.
// Twin: OrderedVolatile.java
public class OrderedByFlag {
    static int data;
    static volatile boolean ready;

    static void produce() {
        data = 1;
        ready = true;
    }

    public static void main(String[] args) {
        new Thread(OrderedByFlag::produce).start();
        if (ready) {
            assert data == 1;
        }
    }
}
