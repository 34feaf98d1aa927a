// check: verdict=violated kind=data-race variable=JucReleaseReadPlain.ready|JucReleaseReadPlain.value conflict=write-read|read-write
// Main writes a plain field and then a flag by setRelease; a thread looks at the flag by get of the handle and reads the field.
// Racy: get is a plain read, so the flag itself races, and the field with it.
// Twin: JucReleaseReadAcquire.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucReleaseReadPlain {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(JucReleaseReadPlain.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            if ((boolean) READY.get()) {
                int seen = value;
            }
        }).start();
        value = 1;
        READY.setRelease(true);
    }
}
