// scan: candidates=ReachedBoxedArgument.x
// races: ReachedBoxedArgument.x
// Method reference that boxes its argument.
import java.util.function.*;
public class ReachedBoxedArgument { static int x; static void take(Integer i){ if(i!=null) x=1; }
 public static void main(String[] a) { IntConsumer s=ReachedBoxedArgument::take; Thread t=new Thread(()->{ s.accept(3); }); t.start(); x=2; } }
