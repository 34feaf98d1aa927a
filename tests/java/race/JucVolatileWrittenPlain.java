// check: verdict=violated kind=data-race variable=JucVolatileWrittenPlain.value conflict=write-read|read-write
// Main writes a volatile field by set of a VarHandle; a thread reads it.
// Racy: set writes as if the field were not volatile, and nothing orders the two.
// Twin: JucVolatileWritten.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucVolatileWrittenPlain {
    static volatile int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findStaticVarHandle(JucVolatileWrittenPlain.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = value;
        }).start();
        VALUE.set(1);
    }
}
