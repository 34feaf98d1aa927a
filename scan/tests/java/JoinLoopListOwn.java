// scan: candidates=JoinLoopListOwn.count
// races: JoinLoopListOwn.count
// A list of its own class keeps only one.
import java.util.*;
public class JoinLoopListOwn {
 static int count;
 static synchronized void inc() { count++; }
 @SuppressWarnings("serial") static class Lossy extends ArrayList<Thread> { public boolean add(Thread t) { return size() < 1 && super.add(t); } }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new Lossy();
  for(int i=0;i<2;i++){Thread t=new Thread(JoinLoopListOwn::inc);ts.add(t);t.start();}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
