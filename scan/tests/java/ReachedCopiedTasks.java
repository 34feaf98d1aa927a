// scan: candidates=ReachedCopiedTasks.x
// races: x
// A copy of an array holds what that held, whoever is given it.
import java.util.*;
import java.util.concurrent.*;

public class ReachedCopiedTasks {
  static int x;
  public static void main(String[] a) throws Exception { Callable<Integer>[] q = new Callable[] { () -> x++, () -> x++ }; ExecutorService e = Executors.newCachedThreadPool(); e.invokeAll(Arrays.asList(Arrays.copyOf(q, 2))); e.shutdown(); }
}
