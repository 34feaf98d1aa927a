// scan: candidates=JoinLoopStepTwo.count
// races: JoinLoopStepTwo.count
// The loop leaves each second thread out.
public class JoinLoopStepTwo {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[3];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopStepTwo::inc);ts[i].start();}
  for(int i=0;i<ts.length;i+=2)ts[i].join();
  System.exit(count);
 }
}
