// scan: candidates=OrderedMapEntrySet$Box.x,java.util.concurrent.ConcurrentHashMap$MapEntry.val
// races: x
// An entry of a concurrent map keeps its value in a plain field.
import java.util.*;
import java.util.concurrent.*;

public class OrderedMapEntrySet {
  static class Box { int x; }
  static final ConcurrentHashMap<String, Box> m = new ConcurrentHashMap<>();
  public static void main(String[] a) throws Exception { m.put("a", new Box()); Map.Entry<String, Box> e = m.entrySet().iterator().next(); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; e.setValue(b); }); t.start(); System.out.println(e.getValue().x); }
}
