// scan: candidates=OrderedStreamOnClose$R.v,java.util.stream.AbstractPipeline.*
// races: v
// A stream keeps what is to be done in the end in a plain field.
import java.util.stream.*;

public class OrderedStreamOnClose {
  static class R implements Runnable { int v; public void run() { System.out.println(v); } }
  public static void main(String[] a) throws Exception { Stream<String> s = Stream.of("a"); Thread t = new Thread(() -> { R r = new R(); r.v = 1; s.onClose(r); }); t.start(); s.close(); }
}
