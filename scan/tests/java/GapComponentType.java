// scan: candidates=GapComponentType.x gaps=some
// races: GapComponentType.x
// A lock is the component type of an array's class.
public class GapComponentType { static int x; static final Object L = new Object();
 static Object pick(boolean b) { return b ? L : GapComponentType[].class.getComponentType(); }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { synchronized (pick(false)) { x++; } }); t.start();
  synchronized (pick(true)) { x++; }
 } }
