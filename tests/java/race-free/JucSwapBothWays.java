// check: verdict=race-free weak=true
// Two threads increment a plain counter under a test-and-set lock, taken by getAndSet and released by setRelease.
// Race-free: the getAndSet that finds the lock free acquires what the thread before released.
// Twin: JucSwapReleaseOnly.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucSwapBothWays {
    static int count;
    static boolean held;
    static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findStaticVarHandle(JucSwapBothWays.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        while ((boolean) HELD.getAndSet(true)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setRelease(false);
    }

    public static void main(String[] args) {
        new Thread(JucSwapBothWays::add).start();
        add();
    }
}
