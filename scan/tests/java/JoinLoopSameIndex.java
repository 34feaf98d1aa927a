// scan: candidates=JoinLoopSameIndex.count
// races: JoinLoopSameIndex.count
// All rounds write the same element.
public class JoinLoopSameIndex {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  int j=0;
  for(int i=0;i<ts.length;i++){ts[j]=new Thread(JoinLoopSameIndex::inc);ts[j].start();}
  for(Thread t:ts)if(t!=null)t.join();
  System.exit(count);
 }
}
