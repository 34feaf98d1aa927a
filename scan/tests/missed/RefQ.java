// races: RefQ$R.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class RefQ {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static class R extends WeakReference<Object> { int x; R(Object o, ReferenceQueue<Object> q) { super(o, q); } }
  public static void main(String[] a) throws Exception { ReferenceQueue<Object> q = new ReferenceQueue<>(); R k = new R(new Object(), q); Thread t = new Thread(() -> { try { ((R) q.remove()).x++; } catch (InterruptedException e) {} }); t.start(); k.x++; System.gc(); t.join(); }
}
