// scan: candidates=none gaps=some
// races: GapLogged.x
// A logger calls `toString` of what it is given.
import java.util.logging.*;
public class GapLogged { static int x; 
 static class P { public String toString() { x++; return "p"; } }
 public static void main(String[] a) throws Exception {
  Logger l = Logger.getLogger("a");
  Thread t = new Thread(() -> { l.log(Level.INFO, "v {0}", new P()); }); t.start();
  System.out.println(x);
 } }
