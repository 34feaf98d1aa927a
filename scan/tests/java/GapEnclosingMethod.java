// scan: candidates=GapEnclosingMethod.x gaps=some
// races: GapEnclosingMethod.x
// Nor is the method that encloses a class.
import java.util.*; import java.util.function.*; import java.util.stream.*; import java.util.regex.*; import java.util.concurrent.*; import java.nio.file.*; import java.nio.charset.*; import java.io.*; import java.time.*; import java.lang.invoke.*; import java.lang.annotation.*; import java.text.*;
public class GapEnclosingMethod { static int x;
 static void run() throws Exception { Object k = GapEnclosingMethod.class.getEnclosingClass(); Object q = new Object() {}.getClass().getEnclosingMethod(); if (q != null) x++; }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { try { run(); } catch (Exception e) { throw new Error(e); } }); t.start();
  System.out.println(x);
 } }
