// races: java.lang.Object[]
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class CowArrOwn {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { List<String> m = new CopyOnWriteArrayList<>(List.of("a", "b")); Object[] k = m.toArray(); Thread t = new Thread(() -> k[0] = "z"); t.start(); System.out.println(Arrays.toString(k)); }
}
