// races: byte[]
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class B64 {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { byte[] k = Base64.getDecoder().decode("abcd"); Thread t = new Thread(() -> Arrays.fill(k, (byte) 1)); t.start(); System.out.println(Arrays.hashCode(k)); }
}
