// check: verdict=violated kind=assertion at=access racy=true
// Accesses of a field by method handles.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
public class MethodHandleFieldLost {
    int value;
    static int total;
    static final MethodHandleFieldLost SHARED = new MethodHandleFieldLost();
    static final MethodHandle GET;
    static final MethodHandle PUT;
    static final MethodHandle GET_TOTAL;
    static final MethodHandle PUT_TOTAL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GET = lookup.findGetter(MethodHandleFieldLost.class, "value", int.class);
            PUT = lookup.findSetter(MethodHandleFieldLost.class, "value", int.class);
            GET_TOTAL = lookup.findStaticGetter(MethodHandleFieldLost.class, "total", int.class);
            PUT_TOTAL = lookup.findStaticSetter(MethodHandleFieldLost.class, "total", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void increment() {
        try {
            PUT.invokeExact(SHARED, (int) GET.invokeExact(SHARED) + 1);
            PUT_TOTAL.invokeExact((int) GET_TOTAL.invokeExact() + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(MethodHandleFieldLost::increment);
        other.start();
        increment();
        other.join();
        // Both updates of one of the two are lost in no schedule but one with a switch between reading and writing it.
        assert SHARED.value == 2 || total == 2;
    }
}
