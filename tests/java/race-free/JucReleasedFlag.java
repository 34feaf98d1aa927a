// check: verdict=race-free weak=true
// A thread writes a plain field and then a flag by setRelease; main looks at the flag by getAcquire and reads the field.
// Race-free: a getAcquire that sees the flag comes after the setRelease.
// Twin: JucOpaqueFlag.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucReleasedFlag {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(JucReleasedFlag.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            READY.setRelease(true);
        }).start();
        if ((boolean) READY.getAcquire()) {
            int seen = value;
        }
    }
}
