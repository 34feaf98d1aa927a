// check: verdict=violated kind=assertion at=access racy=true
// Plain accesses by a variable handle.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
public class VarHandlePlainLost {
    int value;
    static final VarHandlePlainLost SHARED = new VarHandlePlainLost();
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(VarHandlePlainLost.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void increment() {
        VALUE.set(SHARED, (int) VALUE.get(SHARED) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(VarHandlePlainLost::increment);
        other.start();
        increment();
        other.join();
        assert SHARED.value == 2;
    }
}
