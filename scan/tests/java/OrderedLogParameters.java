// scan: candidates=OrderedLogParameters$Box.x,java.lang.Object[],java.util.logging.LogRecord.parameters
// races: x
// A record of a log keeps parameters in a plain field.
public class OrderedLogParameters {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { java.util.logging.LogRecord n = new java.util.logging.LogRecord(java.util.logging.Level.INFO, "a"); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; n.setParameters(new Object[] { b }); }); t.start(); Object[] o = n.getParameters(); if (o != null) System.out.println(((Box) o[0]).x); }
}
