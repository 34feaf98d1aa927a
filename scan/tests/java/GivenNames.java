// scan: candidates=java.util.HashMap$HashIterator.current,java.util.HashMap$HashIterator.index,java.util.HashMap$HashIterator.next
// The system properties make a set, and that an iterator.
import java.util.*;

public class GivenNames {
  public static void main(String[] a) throws Exception { Set<String> b = System.getProperties().stringPropertyNames(); Iterator<String> i = b.iterator(); Thread t = new Thread(() -> i.next()); t.start(); System.out.println(i.next()); t.join(); }
}
