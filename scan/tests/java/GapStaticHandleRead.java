// scan: candidates=none gaps=some
// races: elements
// The same handle reads.
import java.lang.invoke.*;

public class GapStaticHandleRead {
  static volatile int[] f = new int[1];
  public static void main(String[] a) throws Exception { VarHandle h = MethodHandles.lookup().findStaticVarHandle(GapStaticHandleRead.class, "f", int[].class); int[] n = new int[1]; int[] old = f; h.compareAndSet(old, n); Thread t = new Thread(() -> { f[0]++; }); t.start(); n[0]++; }
}
