// check: verdict=violated kind=data-race variable=int[][0]|int[][1]|JucBakeryPlainNumbers.count conflict=write-read|read-write
// Two threads draw numbers in a bakery from a plain array, increment a plain counter if it is their turn, and go.
// Racy: each reads the number of the other, which is written without order; the doorway flags are atomic.
// Twin: JucBakeryAtomicNumbers.java
import java.util.concurrent.atomic.AtomicIntegerArray;

public class JucBakeryPlainNumbers {
    static final AtomicIntegerArray CHOOSING = new AtomicIntegerArray(2);
    static final int[] NUMBER = new int[2];
    static int count;

    static void tryAdd(int me) {
        int other = 1 - me;
        CHOOSING.set(me, 1);
        int mine = 1 + NUMBER[other];
        NUMBER[me] = mine;
        CHOOSING.set(me, 0);
        while (CHOOSING.get(other) != 0) {
            Thread.onSpinWait();
        }
        int theirs = NUMBER[other];
        if (theirs == 0 || mine < theirs || mine == theirs && me < other) {
            count++;
        }
        NUMBER[me] = 0;
    }

    public static void main(String[] args) {
        new Thread(() -> tryAdd(1)).start();
        tryAdd(0);
    }
}
