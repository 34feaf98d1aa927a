// scan: candidates=ParallelJoinedBeforeStart.x
// races: ParallelJoinedBeforeStart.x
// Joins in one of several threads what another starts.
import java.util.concurrent.atomic.*;
public class ParallelJoinedBeforeStart { static int x; static final AtomicBoolean first=new AtomicBoolean(); static final Thread t=new Thread(()->{ x=1; }); static final Object L=new Object();
 static class W extends Thread { public void run(){ if(first.compareAndSet(false,true)) t.start(); try { t.join(); } catch(InterruptedException e){} synchronized(L){ x=2; } } }
 public static void main(String[] a) { for(int i=0;i<2;i++) new W().start(); } }
