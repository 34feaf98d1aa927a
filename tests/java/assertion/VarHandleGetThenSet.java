// check: verdict=violated kind=assertion
// VarHandleCas with a volatile get and a volatile set.
// Schedule: both threads get 0 and set 1.
// No data race: the field is accessed by volatile modes, and plainly only after join.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleGetThenSet {
    static int count;
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(VarHandleGetThenSet.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void increment() {
        int seen = (int) COUNT.getVolatile();
        COUNT.setVolatile(seen + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(VarHandleGetThenSet::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
