// check: verdict=violated kind=data-race variable=JucOpaqueFlag.value conflict=write-read
// A thread writes a plain field and then a flag by setOpaque; main looks at the flag by getOpaque and reads the field.
// Racy: opaque accesses do not race with each other, but order nothing else.
// Twin: JucReleasedFlag.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucOpaqueFlag {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(JucOpaqueFlag.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            READY.setOpaque(true);
        }).start();
        if ((boolean) READY.getOpaque()) {
            int seen = value;
        }
    }
}
