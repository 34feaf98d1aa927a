// scan: candidates=none gaps=some
// races: GapDeclaringClass.x
// Nor are the constants of the class that declares one with a body.
public class GapDeclaringClass { static int x;
 enum Color { A { }, B { }; }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { Color c = Enum.valueOf(Color.A.getDeclaringClass(), "B"); if (c != null) x++; }); t.start();
  System.out.println(x);
 } }
