// scan: candidates=java.lang.Object[]
// The array that a queue gives away.
import java.util.*;
import java.util.concurrent.*;

public class GivenArrayOfQueue {
  public static void main(String[] a) throws Exception { ConcurrentLinkedQueue<String> c = new ConcurrentLinkedQueue<>(); c.add("b"); c.add("a"); Object[] o = c.toArray(); Thread t = new Thread(() -> Arrays.sort(o)); t.start(); System.out.println(Arrays.asList(o)); }
}
