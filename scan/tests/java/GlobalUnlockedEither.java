// scan: candidates=GlobalUnlockedEither.x
// races: GlobalUnlockedEither.x
// Unlock through a register of two locks.
import java.util.concurrent.locks.*;
public class GlobalUnlockedEither { static int x; static final ReentrantLock A=new ReentrantLock(), B=new ReentrantLock();
 static void f(ReentrantLock l){ A.lock(); l.unlock(); x++; }
 public static void main(String[] a){ Thread t=new Thread(()->{ A.lock(); x++; A.unlock(); }); t.start(); 
  ReentrantLock l = a.length==0 ? A : B; A.lock(); l.unlock(); x++; } }
