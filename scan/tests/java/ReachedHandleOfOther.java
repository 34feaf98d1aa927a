// scan: candidates=ReachedHandleOfOther.a
// races: a
// A method of the application that is named as that of the library finds another field.
import java.lang.invoke.*;

public class ReachedHandleOfOther {
  int a, b; static final VarHandle H = findVarHandle("a", "b");
  static VarHandle findVarHandle(String p, String label) { try { return MethodHandles.lookup().findVarHandle(ReachedHandleOfOther.class, p, int.class); } catch (Exception e) { throw new Error(label, e); } }
  public static void main(String[] z) throws Exception { ReachedHandleOfOther h = new ReachedHandleOfOther(); Thread t = new Thread(() -> H.set(h, 1)); t.start(); System.out.println(h.a); }
}
