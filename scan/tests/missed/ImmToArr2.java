// races: java.lang.Object[]
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class ImmToArr2 {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { Set<String> c = Set.of("b", "a", "c"); Object[] o = c.toArray(); Thread t = new Thread(() -> Arrays.sort(o)); t.start(); System.out.println(Arrays.asList(o)); }
}
