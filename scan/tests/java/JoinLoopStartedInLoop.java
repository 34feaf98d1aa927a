// scan: candidates=JoinLoopStartedInLoop.count
// races: JoinLoopStartedInLoop.count
// The threads are started in the loop that joins them.
public class JoinLoopStartedInLoop {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopStartedInLoop::inc);}
  for(Thread t:ts){t.join();t.start();}
  System.exit(count);
 }
}
