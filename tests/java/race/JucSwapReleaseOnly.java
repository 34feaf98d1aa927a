// check: verdict=violated kind=data-race variable=JucSwapReleaseOnly.count|JucSwapReleaseOnly.held conflict=write-read|read-write
// Two threads increment a plain counter under a test-and-set lock, taken by getAndSetRelease and released by setRelease.
// Racy: the read of getAndSetRelease is plain, so taking the lock acquires nothing.
// Twin: JucSwapBothWays.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucSwapReleaseOnly {
    static int count;
    static boolean held;
    static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findStaticVarHandle(JucSwapReleaseOnly.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        while ((boolean) HELD.getAndSetRelease(true)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setRelease(false);
    }

    public static void main(String[] args) {
        new Thread(JucSwapReleaseOnly::add).start();
        add();
    }
}
