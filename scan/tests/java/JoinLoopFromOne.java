// scan: candidates=JoinLoopFromOne.count
// races: JoinLoopFromOne.count
// The loop leaves the first thread out.
public class JoinLoopFromOne {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[3];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopFromOne::inc);ts[i].start();}
  for(int i=1;i<ts.length;i++)ts[i].join();
  System.exit(count);
 }
}
