// check: verdict=violated kind=data-race variable=JucSensePlain.sense|int[][0]|int[][1] conflict=write-read|read-write
// A sense reversing barrier of two; the last to arrive turns the sense round by a plain write, on which the first spins.
// Racy: the plain write races with the read of the thread that spins, and releases nothing (its slot races, too).
// Twin: JucSenseVolatile.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSensePlain {
    static final AtomicInteger MISSING = new AtomicInteger(2);
    static final int[] SLOTS = new int[2];
    static boolean sense;
    static final VarHandle SENSE;

    static {
        try {
            SENSE = MethodHandles.lookup().findStaticVarHandle(JucSensePlain.class, "sense", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int meet(int me) {
        boolean next = !(boolean) SENSE.getVolatile();
        SLOTS[me] = 1;
        if (MISSING.decrementAndGet() == 0) {
            MISSING.set(2);
            SENSE.set(next);
        }
        while ((boolean) SENSE.getVolatile() != next) {
            Thread.onSpinWait();
        }
        return SLOTS[1 - me];
    }

    public static void main(String[] args) {
        new Thread(() -> meet(1)).start();
        meet(0);
    }
}
