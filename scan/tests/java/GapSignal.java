// scan: candidates=none gaps=some
// races: GapSignal.x
// Signal handler.
public class GapSignal { static int x;
 public static void main(String[] a) throws Throwable { sun.misc.Signal.handle(new sun.misc.Signal("USR2"), s->{ x=1; }); sun.misc.Signal.raise(new sun.misc.Signal("USR2")); x=2; Thread.sleep(200); } }
