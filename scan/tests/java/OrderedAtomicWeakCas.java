// scan: candidates=java.util.concurrent.atomic.AtomicInteger.value
// races: value
// `weakCompareAndSet` of an atomic is plain.
import java.util.concurrent.atomic.*;

public class OrderedAtomicWeakCas {
  static final AtomicInteger c = new AtomicInteger();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> c.weakCompareAndSet(0, 1)); t.start(); System.out.println(c.get()); }
}
