// scan: candidates=LocalMonitorAndLock$Box.x
// races: Box.x
// Monitor of a reentrantlock beside its lock.
import java.util.concurrent.locks.*;
public class LocalMonitorAndLock { static class Box { final ReentrantLock l=new ReentrantLock(); int x; }
 static Box[] mk(){ Box[] bs=new Box[2]; for(int i=0;i<2;i++) bs[i]=new Box(); return bs; }
 static void one(Box b){ ReentrantLock l=b.l; synchronized(l){ b.x++; } }
 static void two(Box b){ ReentrantLock l=b.l; l.lock(); try { b.x++; } finally { l.unlock(); } }
 public static void main(String[] a){ Box[] bs=mk(); Box b=bs[a.length]; Thread t=new Thread(()->one(b)); t.start(); two(b); } }
