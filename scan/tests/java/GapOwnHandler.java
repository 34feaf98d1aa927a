// scan: candidates=none gaps=some
// races: GapOwnHandler.x
// Own getuncaughtexceptionhandler.
public class GapOwnHandler { static int x; static class T extends Thread { public void run(){ throw new RuntimeException(); } public UncaughtExceptionHandler getUncaughtExceptionHandler(){ return (t,e)->{ x=1; }; } }
 public static void main(String[] a) throws Throwable { new T().start(); x=2; } }
