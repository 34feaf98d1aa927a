// check: verdict=violated kind=assertion at=access racy=true
// Accesses of an array's element by method handles.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class MethodHandleArrayLost {
    static final int[] ROW = new int[1];
    static final MethodHandle GET = MethodHandles.arrayElementGetter(int[].class);
    static final MethodHandle PUT = MethodHandles.arrayElementSetter(int[].class);

    static void increment() {
        try {
            PUT.invokeExact(ROW, 0, (int) GET.invokeExact(ROW, 0) + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(MethodHandleArrayLost::increment);
        other.start();
        increment();
        other.join();
        assert ROW[0] == 2;
    }
}
