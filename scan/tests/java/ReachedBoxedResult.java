// scan: candidates=ReachedBoxedResult.x
// races: ReachedBoxedResult.x
// Method reference that boxes its result.
import java.util.function.*;
public class ReachedBoxedResult { static int x; static int five(){ return 5; }
 public static void main(String[] a) { Supplier<Integer> s=ReachedBoxedResult::five; Thread t=new Thread(()->{ if(s.get()!=null) x=1; }); t.start(); x=2; } }
