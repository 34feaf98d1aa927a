// scan: candidates=ParallelJoinedBeforeInitialiser.x
// races: ParallelJoinedBeforeInitialiser.x
// The initialiser that starts the thread runs behind the call that joins it.
public class ParallelJoinedBeforeInitialiser { static int x; static Thread t;
 static class Init { static { ParallelJoinedBeforeInitialiser.t.start(); } static void touch() {} }
 static void joinIt() throws InterruptedException { t.join(); }
 public static void main(String[] a) throws Exception {
  t = new Thread(() -> { System.out.println(x); });
  joinIt(); Init.touch(); x = 1;
 } }
