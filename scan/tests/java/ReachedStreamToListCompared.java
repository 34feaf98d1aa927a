// scan: candidates=ReachedStreamToListCompared$F.x,java.util.Spliterators$ArraySpliterator.index,long[] gaps=some
// races: x
// The same, and what compares them.
import java.util.*;
import java.util.stream.*;

public class ReachedStreamToListCompared {
  static class F implements Comparable<F> { int x; public int compareTo(F o) { return x++; } }
  public static void main(String[] a) throws Exception { List<F> l = Stream.of(new F(), new F()).toList(); Thread t = new Thread(() -> new TreeSet<>(l)); t.start(); new PriorityQueue<>(l); }
}
