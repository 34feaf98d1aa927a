// scan: candidates=JoinLoopExceptionBetween.count
// races: JoinLoopExceptionBetween.count
// A thread is started, and an exception keeps it from being added.
import java.util.*;
public class JoinLoopExceptionBetween {
 static int count;
 static synchronized void inc() { count++; }
 static void boom(String[] a) { if (a.length == 0) throw new RuntimeException(); }
 public static void main(String[] a) throws Exception {
  List<Thread> ts=new ArrayList<>();
  for(int i=0;i<2;i++){try{Thread t=new Thread(JoinLoopExceptionBetween::inc);t.start();boom(a);ts.add(t);}catch(RuntimeException e){}}
  for(Thread t:ts)t.join();
  System.exit(count);
 }
}
