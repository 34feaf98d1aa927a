// scan: candidates=java.util.concurrent.atomic.AtomicInteger.value
// races: value
// Setting an atomic as if it were plain races with reading it.
import java.util.concurrent.atomic.*;

public class OrderedAtomicSetPlain {
  static final AtomicInteger c = new AtomicInteger();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> c.setPlain(1)); t.start(); System.out.println(c.get()); }
}
