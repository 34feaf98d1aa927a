// scan: candidates=long[]
// races: long[]
// `Arrays.equals` reads by `Unsafe`.
import java.util.*;
public class NativeArraysEquals { static long[] q = new long[20];
 public static void main(String[] a) throws Exception {
  long[] r = new long[20];
  Thread t = new Thread(() -> { System.out.println(Arrays.equals(q, r)); }); t.start();
  q[3] = 3;
 } }
