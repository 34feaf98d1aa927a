// scan: candidates=RawResultAdapted$Box.x,java.util.concurrent.ForkJoinTask$AdaptedCallable.result
// The result of a task that the pool has made of a callable, asked for while it runs.
import java.util.concurrent.*;

public class RawResultAdapted {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { ForkJoinTask<Box> t = ForkJoinTask.adapt(() -> { Box b = new Box(); b.x = 1; return b; }); ForkJoinPool.commonPool().execute(t); Box b = t.getRawResult(); if (b != null) System.out.println(b.x); }
}
