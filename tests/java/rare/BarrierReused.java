import java.util.concurrent.atomic.AtomicInteger;

// A barrier is set back by who comes last; who has not yet left it may miss that and go on alone.
public class BarrierReused {
    static final int PARTIES = 3;
    static final AtomicInteger WAITING = new AtomicInteger();
    static volatile int round;
    static int[] cells = new int[PARTIES];

    static void await() {
        int now = round;
        if (WAITING.incrementAndGet() == PARTIES) {
            round = now + 1;
            WAITING.set(0);
        } else {
            for (int n = 0; n < 40 && round == now; n++) Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < PARTIES; i++) {
            int self = i;
            new Thread(() -> {
                for (int n = 0; n < 3; n++) {
                    cells[self]++;
                    await();
                    int read = cells[(self + 1) % PARTIES];
                    await();
                }
            }).start();
        }
    }
}
