// check: verdict=violated kind=assertion exception=java.lang.AssertionError
// Two threads use volatile accesses of memory outside the heap, through a view of a direct buffer.
// Violated: main asserts that it reads zero, and the write may come first.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public class DirectBufferHandle {
    static final VarHandle VIEW = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        new Thread(() -> VIEW.setVolatile(buffer, 0, 1)).start();
        assert (int) VIEW.getVolatile(buffer, 0) == 0;
    }
}
