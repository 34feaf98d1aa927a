// scan: candidates=none gaps=some
// races: byte[]
// A handle of a view of a buffer accesses its array.
import java.lang.invoke.*; import java.nio.*;
public class GapBufferView { static final VarHandle VH = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
 static byte[] arr = new byte[16]; static ByteBuffer b = ByteBuffer.wrap(arr);
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { VH.set(b, 0, 5); }); t.start();
  System.out.println(arr[0]);
 } }
