// scan: candidates=none gaps=some
// races: x
// An exception that nobody catches is printed on the application's stream.
import java.io.*;

public class GapUncaughtPrinted {
  static int x;
  public static void main(String[] a) throws Exception { System.setErr(new PrintStream(new OutputStream() { public void write(int b) { x++; } })); Thread t = new Thread(() -> { throw new RuntimeException(); }); t.start(); x++; }
}
