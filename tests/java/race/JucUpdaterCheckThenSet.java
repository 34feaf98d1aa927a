// check: verdict=violated kind=data-race variable=JucUpdaterCheckThenSet.owner conflict=write-write
// Two threads claim a place, by get and set of an AtomicIntegerFieldUpdater; who gets it writes its name.
// Racy: both may see the place free, and then write with nothing that orders the writes; the place itself is volatile.
// Twin: JucUpdaterCas.java
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class JucUpdaterCheckThenSet {
    static final AtomicIntegerFieldUpdater<JucUpdaterCheckThenSet> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(JucUpdaterCheckThenSet.class, "taken");
    static final JucUpdaterCheckThenSet PLACE = new JucUpdaterCheckThenSet();
    static int owner;
    volatile int taken;

    static void claim(int me) {
        if (TAKEN.get(PLACE) == 0) {
            TAKEN.set(PLACE, 1);
            owner = me;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> claim(1));
        other.start();
        claim(2);
        other.join();
        int seen = owner;
    }
}
