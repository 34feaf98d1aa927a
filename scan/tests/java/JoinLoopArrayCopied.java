// scan: candidates=JoinLoopArrayCopied.count
// races: JoinLoopArrayCopied.count
// Other threads are copied into the array.
public class JoinLoopArrayCopied {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2], us=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopArrayCopied::inc);ts[i].start();us[i]=new Thread();}
  System.arraycopy(us,0,ts,0,2);
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
