// check: verdict=race-free weak=true
// A dissemination barrier of two: each writes its slot, sets the flag of the other by setRelease, awaits its own and reads.
// Race-free: the slot is written before the setRelease, and the other reads it after it has seen the flag.
// Twin: JucDisseminationOpaque.java
import java.util.concurrent.atomic.AtomicIntegerArray;

public class JucDisseminationRelease {
    static final AtomicIntegerArray FLAGS = new AtomicIntegerArray(2);
    static final int[] SLOTS = new int[2];

    static int meet(int me) {
        int other = 1 - me;
        SLOTS[me] = 1;
        FLAGS.setRelease(other, 1);
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
