// scan: candidates=java.util.concurrent.atomic.AtomicInteger.value
// races: value
// So does getting it.
import java.util.concurrent.atomic.*;

public class OrderedAtomicGetPlain {
  static final AtomicInteger c = new AtomicInteger();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> c.set(1)); t.start(); System.out.println(c.getPlain()); }
}
