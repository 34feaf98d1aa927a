// scan: candidates=OrderedStreamSequence$S.v
// races: v
// A sequence of streams keeps the current one in a plain field.
import java.util.*;
import java.io.*;

public class OrderedStreamSequence {
  static class S extends InputStream { int v; S() { v = 1; } public int read() { return v; } }
  public static void main(String[] a) throws Exception { SequenceInputStream q = new SequenceInputStream(new Enumeration<InputStream>() { public boolean hasMoreElements() { return true; } public InputStream nextElement() { return new S(); } }); Thread t = new Thread(() -> { try { q.read(); } catch (IOException e) { } }); t.start(); q.read(); }
}
