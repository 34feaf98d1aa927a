// scan: candidates=RawResultCompleted$Box.x,java.util.concurrent.ForkJoinTask$AdaptedCallable.result
// The same, completed by another thread.
import java.util.concurrent.*;

public class RawResultCompleted {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { ForkJoinTask<Box> t = ForkJoinTask.adapt(() -> (Box) null); Thread q = new Thread(() -> { Box b = new Box(); b.x = 1; t.complete(b); }); q.start(); Box b = t.getRawResult(); if (b != null) System.out.println(b.x); }
}
