// scan: candidates=none gaps=some
// races: GapGroupUncaught.x
// Thread group's uncaughtexception.
public class GapGroupUncaught { static int x; static class G extends ThreadGroup { G(){ super("g"); } public void uncaughtException(Thread t, Throwable e){ x=1; } }
 public static void main(String[] a) { Thread t=new Thread(new G(), ()->{ throw new RuntimeException(); }); t.start(); x=2; } }
