// check: verdict=violated kind=data-race variable=JucFailedCasPlain.value|JucFailedCasPlain.state conflict=write-read|read-write|write-write
// A thread writes a plain field and sets a state of 2 to 1; main reads it if weakCompareAndSetPlain from 2 to 3 fails.
// Racy: a plain compare-and-set acquires nothing. (It is also a plain access of the state, though an atomic one.)
// Twin: JucFailedCasAcquires.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucFailedCasPlain {
    static int value;
    static int state = 2;
    static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findStaticVarHandle(JucFailedCasPlain.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            STATE.setRelease(1);
        }).start();
        if (!STATE.weakCompareAndSetPlain(2, 3)) {
            int seen = value;
        }
    }
}
