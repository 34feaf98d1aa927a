// scan: candidates=none
// races: none
// A thread is added right behind its start.
import java.util.*;
public class JoinLoopListBehind {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopListBehind::inc);t.start();ts.add(t);}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
