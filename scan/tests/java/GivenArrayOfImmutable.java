// scan: candidates=java.lang.Object[]
// The array that an immutable set gives away.
import java.util.*;

public class GivenArrayOfImmutable {
  public static void main(String[] a) throws Exception { Set<String> c = Set.of("b", "a", "c"); Object[] o = c.toArray(); Thread t = new Thread(() -> Arrays.sort(o)); t.start(); System.out.println(Arrays.asList(o)); }
}
