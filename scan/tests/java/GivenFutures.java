// scan: candidates=java.util.ArrayList.size
// The common pool makes a list of futures.
import java.util.*;
import java.util.concurrent.*;

public class GivenFutures {
  public static void main(String[] a) throws Exception { List<Future<Integer>> l = ForkJoinPool.commonPool().invokeAll(List.of(() -> 1, () -> 2)); Thread t = new Thread(() -> l.remove(0)); t.start(); System.out.println(l.size()); }
}
