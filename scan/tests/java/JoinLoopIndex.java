// scan: candidates=none
// races: none
// All three loops have an index.
public class JoinLoopIndex {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  Thread[] ts=new Thread[2];
  for(int i=0;i<2;i++){ts[i]=new Thread(JoinLoopIndex::inc);}
  for(int i=0;i<2;i++)ts[i].start();
  for(int i=0;i<2;i++)ts[i].join();
  System.exit(count);
 }
}
