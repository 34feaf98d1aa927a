// scan: candidates=JoinLoopCounterChanged.count
// races: JoinLoopCounterChanged.count
// The counter of the loop is written in a round.
public class JoinLoopCounterChanged {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[4];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopCounterChanged::inc);ts[i].start();}
  for(int i=0;i<ts.length;i++){if(a.length==0&&i==1)i=2;
  ts[i].join();}
  System.exit(count);
 }
}
