// scan: candidates=OrderedOwnerThread$T.x
// races: T.x
// A plain field of abstractownablesynchronizer.
import java.util.concurrent.locks.*;
public class OrderedOwnerThread { static class T extends Thread { int x; } static class S extends AbstractOwnableSynchronizer { void set(Thread t){ setExclusiveOwnerThread(t); } Thread get(){ return getExclusiveOwnerThread(); } }
 public static void main(String[] a) throws Throwable { S s=new S(); new Thread(()->{ Thread k=s.get(); if(k!=null) System.out.println(((T)k).x); }).start(); T b=new T(); b.x=1; s.set(b); } }
