// scan: candidates=none gaps=some
// races: f
// A handle in a variable, of a static field that holds an array: not the array's elements are accessed.
import java.lang.invoke.*;

public class GapStaticHandleOfArray {
  static int[] f = new int[1];
  static VarHandle h;
  public static void main(String[] a) throws Exception { h = MethodHandles.lookup().findStaticVarHandle(GapStaticHandleOfArray.class, "f", int[].class); VarHandle g = h; Thread t = new Thread(() -> { int[] n = new int[1]; g.compareAndSet(f, n); }); t.start(); System.out.println(f); t.join(); }
}
