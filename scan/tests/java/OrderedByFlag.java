// scan: candidates=OrderedByFlag.data
// races: none
// A thread writes data and raises a volatile flag; main reads the data if it sees the flag.
// Race-free. A candidate all the same: the flag is a value, and nothing is handed over by it that leads to the data.
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
