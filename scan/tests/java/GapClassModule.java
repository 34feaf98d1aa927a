// scan: candidates=GapClassModule.x gaps=some
// races: GapClassModule.x
// The module of a class is not null.
import java.util.*; import java.util.function.*; import java.util.stream.*; import java.util.regex.*; import java.util.concurrent.*; import java.nio.file.*; import java.nio.charset.*; import java.io.*; import java.time.*; import java.lang.invoke.*; import java.lang.annotation.*; import java.text.*;
public class GapClassModule { static int x;
 static void run() throws Exception { String s = GapClassModule.class.getName(); if (s != null) { Object o = GapClassModule.class.getInterfaces(); if (o != null) { Module m = GapClassModule.class.getModule(); if (m != null) x++; } } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { try { run(); } catch (Exception e) { throw new Error(e); } }); t.start();
  System.out.println(x);
 } }
