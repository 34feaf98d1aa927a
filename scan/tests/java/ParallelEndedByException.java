// scan: candidates=ParallelEndedByException.x
// races: ParallelEndedByException.x
// Thread ends by exception before it joins its child.
public class ParallelEndedByException { static int x;
 static void f(String s){ s.length(); }
 public static void main(String[] a) throws Exception { 
  Thread t=new Thread(()->{ Thread c=new Thread(()->{ x=1; }); c.start(); int k=Integer.parseInt("q"); try { c.join(); } catch(InterruptedException e){} });
  t.start(); t.join(); x=2; } }
