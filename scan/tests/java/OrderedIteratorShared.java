// scan: candidates=OrderedIteratorShared$Box.x,java.util.concurrent.ConcurrentLinkedQueue$Itr.*
// races: x
// An iterator of a concurrent queue hands on by plain fields what it gives next.
import java.util.*;
import java.util.concurrent.*;

public class OrderedIteratorShared {
  static class Box { int x; }
  static final ConcurrentLinkedQueue<Box> q = new ConcurrentLinkedQueue<>();
  public static void main(String[] a) throws Exception { q.add(new Box()); Iterator<Box> it = q.iterator(); Thread p = new Thread(() -> { Box b = new Box(); b.x = 1; q.add(b); }); p.start(); Thread t = new Thread(() -> it.next()); t.start(); try { System.out.println(it.next().x); } catch (NoSuchElementException e) { } }
}
