// check: verdict=race-free weak=true
// Main writes a plain field and then a flag by setRelease; a thread looks at the flag by getAcquire of the handle and reads the field.
// Race-free: a getAcquire that sees the flag comes after the setRelease.
// Twin: JucReleaseReadPlain.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucReleaseReadAcquire {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(JucReleaseReadAcquire.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            if ((boolean) READY.getAcquire()) {
                int seen = value;
            }
        }).start();
        value = 1;
        READY.setRelease(true);
    }
}
