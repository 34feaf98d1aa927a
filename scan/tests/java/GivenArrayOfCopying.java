// scan: candidates=java.lang.Object[]
// The array that a list gives away is nobody else's.
import java.util.*;
import java.util.concurrent.*;

public class GivenArrayOfCopying {
  public static void main(String[] a) throws Exception { List<String> m = new CopyOnWriteArrayList<>(List.of("a", "b")); Object[] k = m.toArray(); Thread t = new Thread(() -> k[0] = "z"); t.start(); System.out.println(Arrays.toString(k)); }
}
