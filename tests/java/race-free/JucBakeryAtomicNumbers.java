// check: verdict=race-free
// Two threads draw numbers in a bakery from an atomic array, increment a plain counter if it is their turn, and go.
// Race-free: who sees the number of the other taken back comes after its increment; numbers and doorway flags are volatile.
// Twin: JucBakeryPlainNumbers.java
import java.util.concurrent.atomic.AtomicIntegerArray;

public class JucBakeryAtomicNumbers {
    static final AtomicIntegerArray CHOOSING = new AtomicIntegerArray(2);
    static final AtomicIntegerArray NUMBER = new AtomicIntegerArray(2);
    static int count;

    static void tryAdd(int me) {
        int other = 1 - me;
        CHOOSING.set(me, 1);
        int mine = 1 + NUMBER.get(other);
        NUMBER.set(me, mine);
        CHOOSING.set(me, 0);
        while (CHOOSING.get(other) != 0) {
            Thread.onSpinWait();
        }
        int theirs = NUMBER.get(other);
        if (theirs == 0 || mine < theirs || mine == theirs && me < other) {
            count++;
        }
        NUMBER.set(me, 0);
    }

    public static void main(String[] args) {
        new Thread(() -> tryAdd(1)).start();
        tryAdd(0);
    }
}
