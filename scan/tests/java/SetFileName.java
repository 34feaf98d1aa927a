// scan: candidates=SetFileName.x
// A native sets the fields of a trace.
import java.util.*;

public class SetFileName {
  static int x;
  public static void main(String[] a) throws Exception { Runnable r = () -> { try { Optional.ofNullable(new Throwable().getStackTrace()[0].getFileName()).ifPresent(s -> x++); } catch (Exception e) { } }; Thread t = new Thread(r); t.start(); r.run(); }
}
