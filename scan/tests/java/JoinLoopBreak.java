// scan: candidates=JoinLoopBreak.count
// races: JoinLoopBreak.count
// The loop may end before the last thread.
public class JoinLoopBreak {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[3];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopBreak::inc);ts[i].start();}
  for(Thread t:ts){if(t.getId()%2==a.length)break;t.join();}
  System.exit(count);
 }
}
