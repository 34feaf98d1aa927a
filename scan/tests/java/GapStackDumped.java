// scan: candidates=none gaps=some
// races: x
// So is the stack.
import java.io.*;

public class GapStackDumped {
  static int x;
  public static void main(String[] a) throws Exception { System.setErr(new PrintStream(new OutputStream() { public void write(int b) { x++; } })); Thread t = new Thread(() -> { Thread.dumpStack(); }); t.start(); x++; }
}
