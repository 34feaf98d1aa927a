// scan: candidates=OrderedFlagOfSeveral.data
// races: OrderedFlagOfSeveral.data
// Two threads of one kind write data under a lock and raise the flag; main reads the data if it sees the flag.
// Racy: the one may have raised the flag before the other writes.
// Twin: OrderedByFlag.java
public class OrderedFlagOfSeveral {
    static int data;
    static volatile boolean ready;

    static void produce() {
        synchronized (OrderedFlagOfSeveral.class) {
            data++;
        }
        ready = true;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(OrderedFlagOfSeveral::produce).start();
        }
        if (ready) {
            assert data >= 1;
        }
    }
}
