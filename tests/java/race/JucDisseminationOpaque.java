// check: verdict=violated kind=data-race variable=int[][0]|int[][1] conflict=write-read
// A dissemination barrier of two: each writes its slot, sets the flag of the other by setOpaque, awaits its own and reads.
// Racy: the flags are atomic, but an opaque write releases nothing, so the slots race.
// Twin: JucDisseminationRelease.java
import java.util.concurrent.atomic.AtomicIntegerArray;

public class JucDisseminationOpaque {
    static final AtomicIntegerArray FLAGS = new AtomicIntegerArray(2);
    static final int[] SLOTS = new int[2];

    static int meet(int me) {
        int other = 1 - me;
        SLOTS[me] = 1;
        FLAGS.setOpaque(other, 1);
        while (FLAGS.get(me) == 0) {
            Thread.onSpinWait();
        }
        return SLOTS[other];
    }

    public static void main(String[] args) {
        new Thread(() -> meet(1)).start();
        meet(0);
    }
}
