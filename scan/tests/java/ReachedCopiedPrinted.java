// scan: candidates=ReachedCopiedPrinted$Foo.x
// races: x
// Elements of copies are printed.
import java.util.*;

public class ReachedCopiedPrinted {
  static class Foo { int x; public String toString() { x++; return "f"; } }
  public static void main(String[] a) throws Exception { Foo[] f = { new Foo() }; Thread t = new Thread(() -> System.out.println(Arrays.toString(Arrays.copyOf(f, 1)))); t.start(); System.out.println(Arrays.asList(Arrays.copyOf(f, 1))); }
}
