// scan: candidates=none gaps=some
// races: GapBoxedByHandle.x
// A handle of a number gives a box where an object is wanted.
import java.lang.invoke.*;
public class GapBoxedByHandle { static int x; int f;
 static final VarHandle VH; static { try { VH = MethodHandles.lookup().findVarHandle(GapBoxedByHandle.class, "f", int.class); } catch (Exception e) { throw new Error(e); } }
 public static void main(String[] a) throws Exception {
  GapBoxedByHandle c = new GapBoxedByHandle();
  Thread t = new Thread(() -> { Object o = VH.get(c); if (o != null) x++; }); t.start();
  System.out.println(x);
 } }
