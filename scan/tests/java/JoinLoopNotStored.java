// scan: candidates=JoinLoopNotStored.count
// races: JoinLoopNotStored.count
// One of the threads that are started is not in the array.
public class JoinLoopNotStored {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){Thread t=new Thread(JoinLoopNotStored::inc);if(i==0)ts[i]=t;
  else ts[i]=new Thread(()->{});t.start();}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
