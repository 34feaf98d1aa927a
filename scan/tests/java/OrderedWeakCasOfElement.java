// scan: candidates=OrderedWeakCasOfElement$Box.x,java.lang.Object[]
// races: x
// Nor in an array.
import java.util.concurrent.atomic.*;

public class OrderedWeakCasOfElement {
  static class Box { int x; }
  static final AtomicReferenceArray<Box> r = new AtomicReferenceArray<>(1);
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; r.weakCompareAndSet(0, null, b); }); t.start(); Box b = r.get(0); if (b != null) System.out.println(b.x); }
}
