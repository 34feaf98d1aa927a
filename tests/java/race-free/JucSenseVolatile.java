// check: verdict=race-free
// A sense reversing barrier of two; the last to arrive turns the sense round by a volatile write, on which the first spins.
// Race-free: the first comes after the volatile write that it sees, the last after the count of the first.
// Twin: JucSensePlain.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSenseVolatile {
    static final AtomicInteger MISSING = new AtomicInteger(2);
    static final int[] SLOTS = new int[2];
    static boolean sense;
    static final VarHandle SENSE;

    static {
        try {
            SENSE = MethodHandles.lookup().findStaticVarHandle(JucSenseVolatile.class, "sense", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int meet(int me) {
        boolean next = !(boolean) SENSE.getVolatile();
        SLOTS[me] = 1;
        if (MISSING.decrementAndGet() == 0) {
            MISSING.set(2);
            SENSE.setVolatile(next);
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
