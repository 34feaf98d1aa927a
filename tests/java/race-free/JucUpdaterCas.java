// check: verdict=race-free
// Two threads claim a place, by compareAndSet of an AtomicIntegerFieldUpdater; who gets it writes its name.
// Race-free: only one compareAndSet succeeds, so only one thread writes; main reads after the join.
// Twin: JucUpdaterCheckThenSet.java
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class JucUpdaterCas {
    static final AtomicIntegerFieldUpdater<JucUpdaterCas> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(JucUpdaterCas.class, "taken");
    static final JucUpdaterCas PLACE = new JucUpdaterCas();
    static int owner;
    volatile int taken;

    static void claim(int me) {
        if (TAKEN.compareAndSet(PLACE, 0, 1)) {
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
