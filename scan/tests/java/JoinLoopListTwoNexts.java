// scan: candidates=JoinLoopListTwoNexts.count
// races: JoinLoopListTwoNexts.count
// Each round takes two threads and joins one.
import java.util.*;
public class JoinLoopListTwoNexts {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopListTwoNexts::inc);ts.add(t);t.start();}
  Iterator<Thread> it=ts.iterator();
  while(it.hasNext()){it.next();it.next().join();}
  System.exit(count);
 }
}
