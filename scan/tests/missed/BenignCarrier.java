// races: BenignCarrier$Box.x
// OPTS: --benign BenignCarrier.b
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class BenignCarrier {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static Box b;
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box n = new Box(); n.x = 1; b = n; }); t.start(); Box n = b; if (n != null) System.out.println(n.x); }
}
