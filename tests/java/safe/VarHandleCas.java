// check: verdict=passed
// Two threads add to a field by a VarHandle's compare-and-set in a loop.
// Passed: who fails tries again.
// No data race: the field is accessed by volatile modes, and plainly only after join.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleCas {
    static int count;
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(VarHandleCas.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void increment() {
        int seen;
        do {
            seen = (int) COUNT.getVolatile();
        } while (!COUNT.compareAndSet(seen, seen + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(VarHandleCas::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
