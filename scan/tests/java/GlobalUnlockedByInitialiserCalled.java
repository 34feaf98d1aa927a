// scan: candidates=GlobalUnlockedByInitialiserCalled.x
// races: GlobalUnlockedByInitialiserCalled.x
// The same in a method that is called.
import java.util.concurrent.locks.*;
public class GlobalUnlockedByInitialiserCalled { static int x; static final ReentrantLock L = new ReentrantLock();
 static class Box { static int v; static { if (L.isHeldByCurrentThread()) L.unlock(); } }
 static void in() { L.lock(); Box.v++; x++; }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { L.lock(); System.out.println(x); L.unlock(); }); t.start();
  in();
 } }
