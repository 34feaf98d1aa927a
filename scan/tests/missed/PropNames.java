// races: java.util.HashMap$HashIterator.next
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class PropNames {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { Set<String> b = System.getProperties().stringPropertyNames(); Iterator<String> i = b.iterator(); Thread t = new Thread(() -> i.next()); t.start(); System.out.println(i.next()); t.join(); }
}
