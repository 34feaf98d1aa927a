// scan: candidates=OrderedContextLoader$L.x
// races: x
// A thread keeps its loader in a plain field.
public class OrderedContextLoader {
  static class L extends ClassLoader { int x; }
  public static void main(String[] a) throws Exception { Thread m = Thread.currentThread(); Thread t = new Thread(() -> { L l = new L(); l.x = 1; m.setContextClassLoader(l); }); t.start(); ClassLoader o = m.getContextClassLoader(); if (o instanceof L) System.out.println(((L) o).x); }
}
