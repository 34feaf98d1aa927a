// scan: candidates=ParallelHookJoined.x
// races: ParallelHookJoined.x
// Hook joined before it runs.
public class ParallelHookJoined { static int x;
 public static void main(String[] a) throws Throwable { Thread h=new Thread(()->{ x=1; }); Runtime.getRuntime().addShutdownHook(h); new Thread(()->System.exit(0)).start(); h.join(); x=2; } }
