// scan: candidates=none gaps=some
// races: GapFindStaticHandle.x
// `findStaticVarHandle` initialises the class.
import java.lang.invoke.*;
public class GapFindStaticHandle { static int x;
 static class Foo { static int s; static { GapFindStaticHandle.x++; } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { try { VarHandle v = MethodHandles.lookup().findStaticVarHandle(Foo.class, "s", int.class); System.out.println(v); } catch (Exception e) {} }); t.start();
  System.out.println(x);
 } }
