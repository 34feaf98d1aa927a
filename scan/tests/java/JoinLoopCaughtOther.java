// scan: candidates=JoinLoopCaughtOther.count
// races: JoinLoopCaughtOther.count
// An exception that is caught in the loop comes before the join.
public class JoinLoopCaughtOther {
 static int count;
 static synchronized void inc() { count++; }
 static void boom(String[] a) { if (a.length == 0) throw new RuntimeException(); }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<ts.length;i++){ts[i]=new Thread(JoinLoopCaughtOther::inc);ts[i].start();}
  for(Thread t:ts){try{boom(a);t.join();}catch(RuntimeException e){}}
  System.exit(count);
 }
}
