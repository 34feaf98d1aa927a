// scan: candidates=none gaps=some
// races: GapCopiedException.x
// Forkjointask makes a copy of an exception by reflection.
import java.util.concurrent.*;
public class GapCopiedException { static int x; public static class Boom extends RuntimeException { public Boom(){} public Boom(Throwable t){ super(t); x=1; } }
 public static void main(String[] a) throws Exception { Thread w=new Thread(()->{ x=2; }); w.start();
   ForkJoinTask<?> t=ForkJoinPool.commonPool().submit(new Runnable(){ public void run(){ throw new Boom(); } });
   Thread.sleep(100); try { t.join(); } catch(RuntimeException e){} } }
