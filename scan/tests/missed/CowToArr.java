// races: CowToArr$Box.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class CowToArr {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { Object[] o = new CopyOnWriteArrayList<Object>(List.of("a")).toArray(); List<Object> l = Arrays.asList(o); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; l.set(0, b); }); t.start(); Object q = l.get(0); if (q instanceof Box) System.out.println(((Box) q).x); }
}
