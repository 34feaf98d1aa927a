// check: verdict=violated kind=assertion
// PetersonLock in which main forgets to raise its flag.
// Schedule: main sees flag1 == false and enters; the other thread raises its flag, sees flag0 == false, and enters too.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class PetersonTurnOnly {
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
        while (flag1 && turn == 1) {
            Thread.onSpinWait();
        }
        critical();
        flag0 = false;
    }

    static void second() {
        flag1 = true;
        turn = 0;
        while (flag0 && turn == 0) {
            Thread.onSpinWait();
        }
        critical();
        flag1 = false;
    }

    public static void main(String[] args) {
        new Thread(PetersonTurnOnly::second).start();
        first();
    }
}
