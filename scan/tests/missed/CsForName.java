// races: java.nio.Buffer.position
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
import java.nio.charset.*;
public class CsForName {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { ByteBuffer b = Charset.forName("UTF-16").encode("abc"); Thread t = new Thread(() -> b.get()); t.start(); System.out.println(b.get()); t.join(); }
}
