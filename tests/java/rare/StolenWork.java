import java.util.concurrent.atomic.AtomicInteger;

// Workers take tasks of their own queue; who finds it empty takes one of the neighbour, whose sum it adds to.
public class StolenWork {
    static final int WORKERS = 4;
    static final AtomicInteger[] LEFT = new AtomicInteger[WORKERS];
    static final Sum[] SUMS = new Sum[WORKERS];

    static class Sum {
        int value;
    }

    static void work(int self) {
        while (LEFT[self].getAndDecrement() > 0) SUMS[self].value++;
        int next = (self + 1) % WORKERS;
        if (LEFT[next].getAndDecrement() > 0) SUMS[next].value++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WORKERS; i++) {
            LEFT[i] = new AtomicInteger(6);
            SUMS[i] = new Sum();
        }
        for (int i = 0; i < WORKERS; i++) {
            int self = i;
            new Thread(() -> work(self)).start();
        }
    }
}
