// scan: candidates=ParallelJoinInHashCode.x
// races: ParallelJoinInHashCode.x
// Hashcode joins if it is ours, native otherwise.
public class ParallelJoinInHashCode { static int x; static Thread t=new Thread(()->{ x=1; });
 static class J { public int hashCode(){ try { t.join(); } catch(InterruptedException e){} return 0; } }
 public static void main(String[] a) { Object o=a.length>0 ? new J() : new Object(); t.start(); o.hashCode(); x=2; } }
