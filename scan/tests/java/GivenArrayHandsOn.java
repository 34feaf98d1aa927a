// scan: candidates=GivenArrayHandsOn$Box.x,java.lang.Object[]
// What is put into an array that a list has given away is known to others.
import java.util.*;
import java.util.concurrent.*;

public class GivenArrayHandsOn {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { Object[] o = new CopyOnWriteArrayList<Object>(List.of("a")).toArray(); List<Object> l = Arrays.asList(o); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; l.set(0, b); }); t.start(); Object q = l.get(0); if (q instanceof Box) System.out.println(((Box) q).x); }
}
