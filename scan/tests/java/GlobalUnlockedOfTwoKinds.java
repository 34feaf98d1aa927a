// scan: candidates=GlobalUnlockedOfTwoKinds.x
// races: GlobalUnlockedOfTwoKinds.x
// A register that may hold a lock or a write lock releases both where it is unlocked.
import java.util.concurrent.locks.*;
public class GlobalUnlockedOfTwoKinds { static int x; static class ML extends ReentrantLock {} static final ReentrantLock A=new ReentrantLock(); static final ReentrantReadWriteLock R=new ReentrantReadWriteLock();
 public static void main(String[] a) throws Throwable { Lock l=a.length==0?A:R.writeLock(); new Thread(()->{ A.lock(); x=1; A.unlock(); }).start(); A.lock(); l.unlock(); x=2; } }
