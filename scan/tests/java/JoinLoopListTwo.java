// scan: candidates=JoinLoopListTwo.count
// races: JoinLoopListTwo.count
// The threads are in two lists, of which one is gone over.
import java.util.*;
public class JoinLoopListTwo {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>(), us=new ArrayList<>();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopListTwo::inc);(i==0?ts:us).add(t);t.start();}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
