// scan: candidates=CollectedWhileWritten$R.x
// The collector hands a reference on, and nothing orders that.
import java.lang.ref.*;

public class CollectedWhileWritten {
  static class R extends WeakReference<Object> { int x; R(Object o, ReferenceQueue<Object> q) { super(o, q); } }
  public static void main(String[] a) throws Exception { ReferenceQueue<Object> q = new ReferenceQueue<>(); R k = new R(new Object(), q); Thread t = new Thread(() -> { try { ((R) q.remove()).x++; } catch (InterruptedException e) {} }); t.start(); k.x++; System.gc(); t.join(); }
}
