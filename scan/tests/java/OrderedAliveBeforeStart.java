// scan: candidates=OrderedAliveBeforeStart.x
// races: OrderedAliveBeforeStart.x
// Isalive false before start.
public class OrderedAliveBeforeStart { static int x;
 public static void main(String[] a){ Thread t=new Thread(()->{ x=1; }); if(!t.isAlive()){ t.start(); x=2; } } }
