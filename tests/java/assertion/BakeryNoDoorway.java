// check: verdict=violated kind=assertion
// BakeryLock without the doorway flags.
// Schedule: both read number 0 of the other; thread 1 writes 1, sees no other number and enters; main writes 1 as well, and
// being (1, 0) before (1, 1) it enters.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class BakeryNoDoorway {
    static final AtomicIntegerArray CHOOSING = new AtomicIntegerArray(2);
    static final AtomicIntegerArray NUMBER = new AtomicIntegerArray(2);
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter(int me) {
        int other = 1 - me;
        NUMBER.set(me, 1 + NUMBER.get(other));
        while (NUMBER.get(other) != 0 && before(NUMBER.get(other), other, NUMBER.get(me), me)) {
            Thread.onSpinWait();
        }
        critical();
        NUMBER.set(me, 0);
    }

    static boolean before(int number, int id, int otherNumber, int otherId) {
        return number != 0 && (number < otherNumber || number == otherNumber && id < otherId);
    }

    public static void main(String[] args) {
        new Thread(() -> enter(1)).start();
        enter(0);
    }
}
