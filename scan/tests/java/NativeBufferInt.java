// scan: candidates=byte[]
// races: byte[]
// `ByteBuffer.putInt` writes bytes of its array.
import java.nio.*;
public class NativeBufferInt { 
 static final ByteBuffer b = ByteBuffer.allocate(16);
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { b.putInt(0, 5); }); t.start();
  System.out.println(b.getInt(0));
 } }
