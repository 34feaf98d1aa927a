// scan: candidates=OrderedBlocker$Box.x
// races: x
// A thread's blocker is read in a mode that orders nothing.
import java.util.concurrent.locks.*;

public class OrderedBlocker {
  static class Box { int x; }
  static class T extends Thread { public void run() { Box b = new Box(); b.x = 1; LockSupport.setCurrentBlocker(b); } }
  public static void main(String[] a) throws Exception { T t = new T(); t.start(); Object o = LockSupport.getBlocker(t); if (o instanceof Box) System.out.println(((Box) o).x); }
}
