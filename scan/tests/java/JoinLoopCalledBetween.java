// scan: candidates=JoinLoopCalledBetween.x
// races: JoinLoopCalledBetween.x
// The same, in a method that is called in between.
import java.util.*;
public class JoinLoopCalledBetween { static int x;
 static void stop(List<Thread> l) throws InterruptedException { for (Thread t : l) t.join(); x = 1; }
 static Thread go(List<Thread> l) throws InterruptedException { Thread t = new Thread(() -> System.out.println(x)); t.start(); stop(l); l.add(t); return t; }
 public static void main(String[] a) throws Exception { go(new ArrayList<>()); }
}
