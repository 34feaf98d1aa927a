// scan: candidates=none gaps=some
// races: GapEventHandler.x
// `EventHandler` calls a method by its name.
import java.beans.*;
public class GapEventHandler { static int x;
 public static class Tgt { public void inc() { x++; } }
 public static void main(String[] a) throws Exception {
  Runnable r = EventHandler.create(Runnable.class, new Tgt(), "inc");
  Thread t = new Thread(r); t.start();
  System.out.println(x);
 } }
