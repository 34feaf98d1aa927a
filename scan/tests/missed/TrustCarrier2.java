// races: TrustCarrier2$Box.x
// OPTS: --trusted TrustCarrier2$Holder
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class TrustCarrier2 {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static class Holder { static Box b; }
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box n = new Box(); n.x = 1; Holder.b = n; }); t.start(); Box n = Holder.b; if (n != null) System.out.println(n.x); }
}
