// scan: candidates=OrderedNoPermit.x
// races: OrderedNoPermit.x
// Acquires no permit.
import java.util.concurrent.*;
public class OrderedNoPermit { static int x;
 public static void main(String[] a) throws Exception { Semaphore s=new Semaphore(0); Thread t=new Thread(()->{ x=1; s.release(); }); t.start(); s.acquire(0); x=2; } }
