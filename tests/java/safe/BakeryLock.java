// check: verdict=passed
// Lamport's bakery for two threads, numbers and doorway flags in atomic arrays; each enters once.
// Passed: who draws a number while the other is in the doorway is waited for; the smaller pair of number and id goes first,
// and its spin ends when the other leaves.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class BakeryLock {
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
        CHOOSING.set(me, 1);
        NUMBER.set(me, 1 + NUMBER.get(other));
        CHOOSING.set(me, 0);
        while (CHOOSING.get(other) != 0) {
            Thread.onSpinWait();
        }
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
