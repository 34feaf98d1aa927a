// scan: candidates=JoinLoopOtherArrayLength.count
// races: JoinLoopOtherArrayLength.count
// The loop goes as far as another array is long.
public class JoinLoopOtherArrayLength {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[4];
  int[] q=new int[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopOtherArrayLength::inc);ts[i].start();}
  for(int i=0;i<q.length;i++)ts[i].join();
  System.exit(count);
 }
}
