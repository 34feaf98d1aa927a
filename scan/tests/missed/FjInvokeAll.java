// races: java.util.ArrayList.size
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class FjInvokeAll {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  public static void main(String[] a) throws Exception { List<Future<Integer>> l = ForkJoinPool.commonPool().invokeAll(List.of(() -> 1, () -> 2)); Thread t = new Thread(() -> l.remove(0)); t.start(); System.out.println(l.size()); }
}
