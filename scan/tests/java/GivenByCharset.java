// scan: candidates=java.nio.Buffer.limit,java.nio.Buffer.position
// A charset that was there before the program began makes a buffer.
import java.nio.*;
import java.nio.charset.*;

public class GivenByCharset {
  public static void main(String[] a) throws Exception { ByteBuffer b = Charset.forName("UTF-16").encode("abc"); Thread t = new Thread(() -> b.get()); t.start(); System.out.println(b.get()); t.join(); }
}
