// scan: candidates=BenignHandsOn$Box.x benign=BenignHandsOn.b
// Races on the field are accepted; not those on what it hands on.


public class BenignHandsOn {
  static class Box { int x; }
  static Box b;
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box n = new Box(); n.x = 1; b = n; }); t.start(); Box n = b; if (n != null) System.out.println(n.x); }
}
