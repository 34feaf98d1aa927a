// scan: candidates=CollectedPhantom$R2.x
// The same of another class, and by a static queue.
import java.lang.ref.*;

public class CollectedPhantom {
  static class R2 extends PhantomReference<Object> { int x; R2(Object o, ReferenceQueue<Object> q) { super(o, q); } }
  static final ReferenceQueue<Object> q = new ReferenceQueue<>();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { try { R2 r = (R2) q.remove(); r.x = 5; } catch (InterruptedException e) {} }); t.start(); R2 r = new R2(new Object(), q); r.x = 2; System.gc(); System.out.println(r.x); }
}
