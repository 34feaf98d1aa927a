// scan: candidates=JoinLoopStartedByOther.count
// races: JoinLoopStartedByOther.count
// Another thread starts them, maybe later.
public class JoinLoopStartedByOther {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopStartedByOther::inc);}
  Thread s=new Thread(()->{for(Thread t:ts)t.start();});
  s.start();
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
