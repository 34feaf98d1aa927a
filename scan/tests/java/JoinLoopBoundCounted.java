// scan: candidates=JoinLoopBoundCounted.x
// races: JoinLoopBoundCounted.x
// `iinc` of the bound behind an `arraylength` is no assignment of that.
public class JoinLoopBoundCounted { static int x; static final Object L = new Object();
 static void foo(int a, int b) {}
 public static void main(String[] a) throws Exception {
  Thread[] ts = new Thread[3];
  for (int i = 0; i < ts.length; i++) { ts[i] = new Thread(() -> { synchronized (L) { x++; } }); }
  for (int i = 0; i < ts.length; i++) { ts[i].start(); }
  int n = 0;
  foo(ts.length, ++n);
  for (int i = 0; i < n; i++) ts[i].join();
  System.out.println(x);
 } }
