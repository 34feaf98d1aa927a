// scan: candidates=GlobalUnlockedByInitialiser.x
// races: GlobalUnlockedByInitialiser.x
// An initialiser unlocks what is thought to be held.
import java.util.concurrent.locks.*;
public class GlobalUnlockedByInitialiser { static int x; static final ReentrantLock L = new ReentrantLock();
 static class Init { static { GlobalUnlockedByInitialiser.L.unlock(); } static void touch() {} }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { L.lock(); x++; L.unlock(); }); t.start();
  L.lock(); Init.touch(); x++;
 } }
