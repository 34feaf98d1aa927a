// scan: candidates=none gaps=some
// races: GapCausePrinted.x
// The cause of an exception that nobody catches is printed, too.
public class GapCausePrinted { static int x;
 static class MyEx extends Exception { public String toString() { x++; return "e"; } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { throw new RuntimeException("m", new MyEx()); }); t.start();
  System.out.println(x);
 } }
