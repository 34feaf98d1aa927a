// check: max=21 verdict=violated kind=data-race variable=byte[][3] conflict=write-write
// A volatile write of an int touches four bytes, of which another writes the last plainly.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class ViewByMode {
    static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[8];
        Thread other = new Thread(() -> INTS.setVolatile(bytes, 0, 1));
        other.start();
        bytes[3] = 2;
        other.join();
    }
}
