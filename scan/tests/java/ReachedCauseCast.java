// scan: candidates=ReachedCauseCast.x
// races: ReachedCauseCast.x
// The same of a cause.
import java.util.concurrent.*;
public class ReachedCauseCast { static int x; 
 static void handle(ArithmeticException e) { if (e != null) x++; }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { try { System.out.println(1 / x); } catch (RuntimeException e) { if (e instanceof ArithmeticException) handle((ArithmeticException) e); } }); t.start();
  System.out.println(x);
 } }
