// scan: candidates=none gaps=some
// races: GapReflectedElement.x
// `Array.get` of an array of numbers gives a box.
public class GapReflectedElement { static int x;
 public static void main(String[] a) throws Exception {
  int[] arr = {5};
  Thread t = new Thread(() -> { Object o = java.lang.reflect.Array.get(arr, 0); if (o != null) x++; }); t.start();
  System.out.println(x);
 } }
