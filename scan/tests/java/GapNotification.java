// scan: candidates=none gaps=some
// races: x
// What is handed to management is not followed.
public class GapNotification {
  static class Box { int x; }
  public static void main(String[] a) throws Exception { javax.management.Notification n = new javax.management.Notification("a", new Object(), 1); Thread t = new Thread(() -> { Box b = new Box(); b.x = 1; n.setUserData(b); }); t.start(); Object o = n.getUserData(); if (o instanceof Box) System.out.println(((Box) o).x); }
}
