// scan: candidates=none gaps=some
// races: GapStackWalker.x
// Stack walker.
public class GapStackWalker { static int x;
 public static void main(String[] a) { Thread t=new Thread(()->{ StackWalker.getInstance().walk(s->{ x=1; return null; }); }); t.start(); x=2; } }
