// check: verdict=violated kind=assertion exception=java.lang.AssertionError
// Two threads use volatile accesses of an array element by sun.misc.Unsafe.
// Violated: main asserts that it reads zero, and the write may come first.
import java.lang.reflect.Field;

public class UnsafeVolatile {
    @SuppressWarnings({"removal", "deprecation"})
    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        int[] cell = new int[1];
        long offset = unsafe.arrayBaseOffset(int[].class);
        new Thread(() -> unsafe.putIntVolatile(cell, offset, 1)).start();
        assert unsafe.getIntVolatile(cell, offset) == 0;
    }
}
