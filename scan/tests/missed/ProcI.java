// races: ProcI.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
public class ProcI {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static int x;
  public static void main(String[] a) throws Exception { Runnable r = () -> { try { ProcessHandle.current().info().command().ifPresent(p -> x++); } catch (Exception e) { } }; Thread t = new Thread(r); t.start(); r.run(); }
}
