// check: verdict=violated kind=assertion
// PetersonLock with the two writes swapped: turn is given away before the flag is raised.
// Schedule: main writes turn = 1; the other writes turn = 0, raises its flag, sees flag0 == false and enters; main raises its flag,
// sees turn == 0 and enters too.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class PetersonSwapped {
    static volatile boolean flag0;
    static volatile boolean flag1;
    static volatile int turn;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void first() {
        turn = 1;
        flag0 = true;
        while (flag1 && turn == 1) {
            Thread.onSpinWait();
        }
        critical();
        flag0 = false;
    }

    static void second() {
        turn = 0;
        flag1 = true;
        while (flag0 && turn == 0) {
            Thread.onSpinWait();
        }
        critical();
        flag1 = false;
    }

    public static void main(String[] args) {
        new Thread(PetersonSwapped::second).start();
        first();
    }
}
