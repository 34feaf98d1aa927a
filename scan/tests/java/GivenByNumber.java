// scan: candidates=byte[]
// The bytes of a number that was there before the program began.
import java.util.*;
import java.math.*;

public class GivenByNumber {
  public static void main(String[] a) throws Exception { byte[] l = BigInteger.ONE.toByteArray(); Thread t = new Thread(() -> new Random(1).nextBytes(l)); t.start(); System.out.println(Arrays.toString(l)); t.join(); }
}
