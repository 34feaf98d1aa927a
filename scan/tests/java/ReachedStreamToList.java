// scan: candidates=ReachedStreamToList.x,java.util.Spliterators$ArraySpliterator.index,long[]
// races: x
// Tasks come to a pool by a list that a stream makes: the class library finds the maker of such lists by its name.
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class ReachedStreamToList {
  static int x;
  public static void main(String[] a) throws Exception { List<Callable<Integer>> l = Stream.<Callable<Integer>>of(() -> x++, () -> x++).toList(); ExecutorService e = Executors.newCachedThreadPool(); e.invokeAll(l); e.shutdown(); }
}
