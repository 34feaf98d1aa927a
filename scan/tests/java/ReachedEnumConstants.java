// scan: candidates=ReachedEnumConstants.x
// races: ReachedEnumConstants.x
// A class's constants by reflection.
public class ReachedEnumConstants { enum C { A; int x; } static int x;
 public static void main(String[] a) throws Throwable { new Thread(()->{ for(C c: C.class.getEnumConstants()) if(c!=null) x=1; }).start(); x=2; } }
