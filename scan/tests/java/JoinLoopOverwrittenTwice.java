// scan: candidates=JoinLoopOverwrittenTwice.count
// races: JoinLoopOverwrittenTwice.count
// The loop that fills the array is executed twice.
public class JoinLoopOverwrittenTwice {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int k=0;k<2;k++) for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopOverwrittenTwice::inc);ts[i].start();}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
