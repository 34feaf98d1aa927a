// scan: candidates=byte[]
// What a decoder gives that was there before the program began.
import java.util.*;

public class GivenDecoded {
  public static void main(String[] a) throws Exception { byte[] k = Base64.getDecoder().decode("abcd"); Thread t = new Thread(() -> Arrays.fill(k, (byte) 1)); t.start(); System.out.println(Arrays.hashCode(k)); }
}
