// scan: candidates=java.lang.Class[]
// The array of interfaces that a class gives away.
import java.util.*;

public class GivenArrayOfClasses {
  public static void main(String[] a) throws Exception { Class<?>[] k = ArrayList.class.getInterfaces(); Thread t = new Thread(() -> k[0] = null); t.start(); System.out.println(Arrays.toString(k)); }
}
