// scan: candidates=none
// races: none
// The threads of a list are started in a loop of their own.
import java.util.*;
public class JoinLoopListStart {
 static int count;
 static synchronized void inc() { count++; }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>();
  for(int i=0;i<2;i++){ts.add(new Thread(JoinLoopListStart::inc));}
  for(Thread t:ts)t.start();
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
