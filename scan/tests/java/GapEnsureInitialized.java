// scan: candidates=none gaps=some
// races: GapEnsureInitialized.x
// Ensureinitialized.
import java.lang.invoke.*;
public class GapEnsureInitialized { static int x; static class C { static { x=1; } }
 public static void main(String[] a) throws Exception { Thread w=new Thread(()->{ x=2; }); w.start(); MethodHandles.lookup().ensureInitialized(C.class); } }
