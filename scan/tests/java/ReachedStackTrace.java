// scan: candidates=ReachedStackTrace.x
// races: ReachedStackTrace.x
// Elements that nobody is known to store.
public class ReachedStackTrace { static int x;
 public static void main(String[] a) throws Throwable { new Thread(()->{ for(StackTraceElement e: Thread.currentThread().getStackTrace()) if(e!=null) x=1; }).start(); x=2; } }
