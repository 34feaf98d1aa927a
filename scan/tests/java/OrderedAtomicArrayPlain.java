// scan: candidates=long[]
// races: elements
// And of elements.
import java.util.concurrent.atomic.*;

public class OrderedAtomicArrayPlain {
  static final AtomicLongArray c = new AtomicLongArray(1);
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> c.weakCompareAndSet(0, 0, 1)); t.start(); System.out.println(c.get(0)); }
}
