// scan: candidates=TrustedHandsOn$Box.x trusted=TrustedHandsOn$Holder
// The class is trusted; not what its field hands on.


public class TrustedHandsOn {
  static class Box { int x; }
  static class Holder { static Box b; }
  public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { Box n = new Box(); n.x = 1; Holder.b = n; }); t.start(); Box n = Holder.b; if (n != null) System.out.println(n.x); }
}
