// scan: candidates=OrderedWeakCasPublishes$Box.x,java.util.concurrent.atomic.AtomicReference.value
// races: x
// What `weakCompareAndSet` publishes is not ordered.
import java.util.concurrent.atomic.*;

public class OrderedWeakCasPublishes {
  static class Box { int x; }
  static final AtomicReference<Box> r = new AtomicReference<>();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; r.weakCompareAndSet(null, b); }); t.start(); Box b = r.get(); if (b != null) System.out.println(b.x); }
}
