// scan: candidates=java.lang.StackTraceElement[]
// The array that an exception gives away.


public class GivenArrayOfTrace {
  public static void main(String[] a) throws Exception { Exception e = new Exception(); StackTraceElement[] k = e.getStackTrace(); Thread t = new Thread(() -> k[0] = null); t.start(); e.setStackTrace(k); }
}
