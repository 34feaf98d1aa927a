// scan: candidates=ReachedAllThreads$MyT.x
// races: MyT.x
// Threads found by getallstacktraces.
public class ReachedAllThreads { static class MyT extends Thread { int x; volatile boolean stop; public void run(){ x=1; try { Thread.sleep(1000); } catch(InterruptedException e){} } }
 public static void main(String[] a) throws Exception { new MyT().start(); for(Thread t: Thread.getAllStackTraces().keySet()) if(t instanceof MyT) ((MyT)t).x=2; } }
