// scan: candidates=ReachedEnumSet.x
// races: ReachedEnumSet.x
// Enum initialised by enumset.noneof.
import java.util.*;
public class ReachedEnumSet { static int x; enum Color { RED; Color(){ init(); } static void init(){ ReachedEnumSet.x=1; } }
 public static void main(String[] a) throws Throwable { new Thread(()->{ EnumSet.noneOf(Color.class); }).start(); x=2; } }
