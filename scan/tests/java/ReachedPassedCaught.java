// scan: candidates=ReachedPassedCaught.x
// races: ReachedPassedCaught.x
// The same, passed to a method that tests it.
import java.util.concurrent.*;
public class ReachedPassedCaught { static int x; 
 public static void main(String[] a) throws Exception {
  FutureTask<Integer> f = new FutureTask<>(() -> { Object o = "a"; return (Integer) o; });
  Thread u = new Thread(f); u.start();
  Thread t = new Thread(() -> {
    try { f.get(); } catch (Exception e) { Throwable c = e.getCause(); ClassCastException cc = c instanceof ClassCastException ? (ClassCastException) c : null; if (cc != null) x++; }
  }); t.start();
  System.out.println(x);
 } }
