// check: verdict=race-free
// Main writes a volatile field by setVolatile of a VarHandle; a thread reads it.
// Race-free: two volatile accesses do not race.
// Twin: JucVolatileWrittenPlain.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucVolatileWritten {
    static volatile int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findStaticVarHandle(JucVolatileWritten.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = value;
        }).start();
        VALUE.setVolatile(1);
    }
}
