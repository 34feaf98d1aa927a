// scan: candidates=java.util.concurrent.atomic.AtomicBoolean.value
// races: value
// Of a boolean, too.
import java.util.concurrent.atomic.*;

public class OrderedAtomicBooleanWeakCas {
  static final AtomicBoolean c = new AtomicBoolean();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> c.setPlain(true)); t.start(); if (c.get()) System.out.println(); }
}
