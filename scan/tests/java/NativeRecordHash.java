// scan: candidates=NativeRecordHash$R.v
// races: .v
// `hashCode` of a record reads its numbers, too.
public class NativeRecordHash { static volatile R s;
 record R(int v) { R(int v) { s = this; Thread.yield(); this.v = v; } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { new R(5); }); t.start();
  R r = s; if (r != null) System.out.println(r.hashCode());
 } }
