// scan: candidates=OrderedBlockingIteratorShared$Box.x,java.util.concurrent.LinkedBlockingQueue$Itr.*
// races: x
// So does that of a blocking queue.
import java.util.*;
import java.util.concurrent.*;

public class OrderedBlockingIteratorShared {
  static class Box { int x; }
  static final LinkedBlockingQueue<Box> q = new LinkedBlockingQueue<>();
  public static void main(String[] a) throws Exception { q.add(new Box()); Iterator<Box> it = q.iterator(); Thread p = new Thread(() -> { Box b = new Box(); b.x = 1; q.add(b); }); p.start(); Thread t = new Thread(() -> it.next()); t.start(); try { System.out.println(it.next().x); } catch (NoSuchElementException e) { } }
}
