// scan: candidates=none gaps=some
// races: GapPoolHandler.x
// A pool hands the handler of uncaught exceptions to its threads.
import java.util.concurrent.*;
public class GapPoolHandler { static int x;
 public static void main(String[] a) throws Exception {
  ForkJoinPool p = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, (t, e) -> { x++; }, false);
  p.execute(() -> { throw new IllegalStateException(); });
  System.out.println(x); Thread.sleep(100);
 } }
