// scan: candidates=ParallelJoinedBeforeInitialiserOfCaller.x
// races: ParallelJoinedBeforeInitialiserOfCaller.x
// The same, one call further out.
public class ParallelJoinedBeforeInitialiserOfCaller { static int x; static Thread t;
 interface Init { int K = go(); static int go() { ParallelJoinedBeforeInitialiserOfCaller.t.start(); return 1; } }
 static void joinIt() { while (true) try { t.join(); return; } catch (InterruptedException e) {} }
 public static void main(String[] a) throws Exception {
  t = new Thread(() -> { System.out.println(x); });
  joinIt(); x = 1; System.out.println(Init.K); x = 2;
 } }
