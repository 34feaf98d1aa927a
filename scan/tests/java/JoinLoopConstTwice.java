// scan: candidates=JoinLoopConstTwice.count
// races: JoinLoopConstTwice.count
// An element is written twice.
public class JoinLoopConstTwice {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  ts[0]=new Thread(JoinLoopConstTwice::inc);
  ts[1]=new Thread(JoinLoopConstTwice::inc);
  ts[0].start();
  ts[1].start();
  ts[0]=ts[1];
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
