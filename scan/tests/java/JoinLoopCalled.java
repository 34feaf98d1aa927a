// scan: candidates=none
// races: none
// The loops are in methods that are called once.
public class JoinLoopCalled {
 static int count;
 static synchronized void inc() { count++; }
 static void fill(Thread[] ts) { for (int i = 0; i < ts.length; i++) { ts[i] = new Thread(JoinLoopCalled::inc); ts[i].start(); } }
 static void all(Thread[] ts) throws Exception { for (Thread t : ts) t.join(); }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  fill(ts);
  all(ts);
  System.exit(count);
 }
}
