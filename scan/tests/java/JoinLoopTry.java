// scan: candidates=none
// races: none
// The interrupt that nobody sends is caught.
public class JoinLoopTry {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  try{Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopTry::inc);ts[i].start();}
  for(Thread t:ts){try{t.join();}catch(InterruptedException e){throw new RuntimeException(e);}}}catch(RuntimeException e){return;}
  System.exit(count);
 }
}
