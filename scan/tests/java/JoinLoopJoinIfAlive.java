// scan: candidates=JoinLoopJoinIfAlive.count
// races: JoinLoopJoinIfAlive.count
// Not each round joins.
public class JoinLoopJoinIfAlive {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopJoinIfAlive::inc);ts[i].start();}
  for(Thread t:ts){if(a.length==1)t.join();}
  System.exit(count);
 }
}
