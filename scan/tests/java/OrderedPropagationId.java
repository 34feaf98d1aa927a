// scan: candidates=OrderedPropagationId$Box.x,java.beans.PropertyChangeEvent.propagationId
// races: x,java.beans.PropertyChangeEvent.propagationId
// An event keeps an object in a plain field, which promises nothing either.
public class OrderedPropagationId {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { java.beans.PropertyChangeEvent n = new java.beans.PropertyChangeEvent(new Object(), "a", 1, 2); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; n.setPropagationId(b); }); t.start(); Object o = n.getPropagationId(); if (o instanceof Box) System.out.println(((Box) o).x); }
}
