// races: byte[]
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
import java.math.*;
public class BootBig {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { byte[] l = BigInteger.ONE.toByteArray(); Thread t = new Thread(() -> new Random(1).nextBytes(l)); t.start(); System.out.println(Arrays.toString(l)); t.join(); }
}
