// races: RawAdapt$Box.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class RawAdapt {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { ForkJoinTask<Box> t = ForkJoinTask.adapt(() -> { Box b = new Box(); b.x = 1; return b; }); ForkJoinPool.commonPool().execute(t); Box b = t.getRawResult(); if (b != null) System.out.println(b.x); }
}
