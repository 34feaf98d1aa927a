// scan: candidates=SetMessage.x
// The virtual machine gives its exceptions a message.
import java.util.*;

public class SetMessage {
  static int x;
  public static void main(String[] a) throws Exception { Runnable r = () -> { try { try { int[] q = new int[1]; q[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { Optional.ofNullable(e.getMessage()).ifPresent(s -> x++); } } catch (Exception e) { } }; Thread t = new Thread(r); t.start(); r.run(); }
}
