// scan: candidates=JoinLoopDeadIter.count
// races: JoinLoopDeadIter.count
// The iterator is older than what was added.
import java.util.*;
public class JoinLoopDeadIter {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  java.util.concurrent.CopyOnWriteArrayList<Thread> ts=new java.util.concurrent.CopyOnWriteArrayList<>();
  Iterator<Thread> it=ts.iterator();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopDeadIter::inc);ts.add(t);t.start();}
  while(it.hasNext())it.next().join();
  System.exit(count);
 }
}
