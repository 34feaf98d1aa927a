// check: verdict=race-free weak=true
// A thread writes a plain field and sets a state of 2 to 1; main reads it if compareAndSet from 2 to 3 fails.
// Race-free: it fails only if it sees the 1, and a compareAndSet that fails is still a volatile read, which acquires.
// Twin: JucFailedCasPlain.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucFailedCasAcquires {
    static int value;
    static int state = 2;
    static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findStaticVarHandle(JucFailedCasAcquires.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            STATE.setRelease(1);
        }).start();
        if (!STATE.compareAndSet(2, 3)) {
            int seen = value;
        }
    }
}
