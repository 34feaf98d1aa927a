// scan: candidates=JoinLoopListIterRemoved.count
// races: JoinLoopListIterRemoved.count
// One thread is removed by an iterator.
import java.util.*;
public class JoinLoopListIterRemoved {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopListIterRemoved::inc);ts.add(t);t.start();}
  Iterator<Thread> it=ts.iterator();
  it.next();
  it.remove();
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
