// scan: candidates=JoinLoopCaught.count
// races: JoinLoopCaught.count
// An interrupt that is caught keeps the loop from waiting.
public class JoinLoopCaught {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopCaught::inc);ts[i].start();}
  Thread.currentThread().interrupt();
  for(Thread t:ts){try{t.join();}catch(InterruptedException e){}}
  System.exit(count);
 }
}
