// scan: candidates=none
// races: none
// The array is as long as a local says that bounds the loop.
public class JoinLoopLocalN {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  int n=a.length;
  Thread[] ts=new Thread[n];
  for(int i=0;i<n;i++){ts[i]=new Thread(JoinLoopLocalN::inc);ts[i].start();}
  for(int i=0;i<n;i++)ts[i].join();
  System.exit(count);
 }
}
