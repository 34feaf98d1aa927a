// scan: candidates=none gaps=some
// races: GapAnnotation.x
// Nor is an annotation.
import java.lang.annotation.*;
public class GapAnnotation { static int x;
 @Retention(RetentionPolicy.RUNTIME) @interface Foo {}
 @Foo static class K {}
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { Foo f = K.class.getAnnotation(Foo.class); if (f != null) x++; }); t.start();
  System.out.println(x);
 } }
