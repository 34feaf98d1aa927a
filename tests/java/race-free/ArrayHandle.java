// check: verdict=race-free every=true jdks=all
// Correct use of an array VarHandle with boxing: caches of java.lang.invoke are not the program's.
import java.lang.invoke.*;
public class ArrayHandle {
    static final VarHandle A = MethodHandles.arrayElementVarHandle(Object[].class);
    static final Object[] x = new Object[1];
    public static void main(String[] a) {
        new Thread(() -> A.setVolatile(x, 0, 1)).start();
        new Thread(() -> A.setVolatile(x, 0, 2)).start();
    }
}
