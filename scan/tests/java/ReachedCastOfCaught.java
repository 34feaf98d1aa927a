// scan: candidates=ReachedCastOfCaught.x
// races: ReachedCastOfCaught.x
// What is caught as one class is cast to a narrower one, and is not null.
public class ReachedCastOfCaught { static int x; static int z;
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> {
    try { z = 1 / z; } catch (RuntimeException e) { ArithmeticException ae = e instanceof ArithmeticException ? (ArithmeticException) e : null; if (ae != null) x++; }
  }); t.start();
  System.out.println(x);
 } }
