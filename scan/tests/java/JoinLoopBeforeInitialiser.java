// scan: candidates=JoinLoopBeforeInitialiser.x
// races: JoinLoopBeforeInitialiser.x
// The same with a loop that joins.
import java.util.*;
public class JoinLoopBeforeInitialiser { static int x; static Thread t; static final List<Thread> L = new ArrayList<>();
 static class Init { static { JoinLoopBeforeInitialiser.L.get(0).start(); } static void touch() {} }
 static void joinAll() throws InterruptedException { for (Thread t : L) t.join(); }
 public static void main(String[] a) throws Exception {
  L.add(new Thread(() -> { System.out.println(x); }));
  joinAll(); Init.touch(); x = 1;
 } }
