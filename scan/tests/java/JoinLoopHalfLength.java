// scan: candidates=JoinLoopHalfLength.count
// races: JoinLoopHalfLength.count
// The loop goes over half of the array.
public class JoinLoopHalfLength {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[4];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopHalfLength::inc);ts[i].start();}
  int n=2;
  for(int i=0;i<n;i++)ts[i].join();
  System.exit(count);
 }
}
