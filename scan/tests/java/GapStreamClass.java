// scan: candidates=none gaps=some
// races: GapStreamClass.x
// `ObjectStreamClass.lookup` initialises the class.
import java.io.*;
public class GapStreamClass { static int x;
 static class Foo implements Serializable { static final long serialVersionUID = 5; static { x++; } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { ObjectStreamClass.lookup(Foo.class); }); t.start();
  System.out.println(x);
 } }
