// races: RefQ6$R.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class RefQ6 {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static class R extends SoftReference<Object> { int n; R(Object o, ReferenceQueue<Object> q) { super(o, q); } }
  static class R2 extends PhantomReference<Object> { int x; R2(Object o, ReferenceQueue<Object> q) { super(o, q); } }
  static final ReferenceQueue<Object> q = new ReferenceQueue<>();
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { try { R2 r = (R2) q.remove(); r.x = 5; } catch (InterruptedException e) {} }); t.start(); R2 r = new R2(new Object(), q); r.x = 2; System.gc(); System.out.println(r.x); }
}
