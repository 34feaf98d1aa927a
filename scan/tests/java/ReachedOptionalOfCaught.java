// scan: candidates=ReachedOptionalOfCaught.x
// races: ReachedOptionalOfCaught.x
// The same in an `Optional`.
public class ReachedOptionalOfCaught { static int x; static class Foo implements Cloneable { public Object clone() throws CloneNotSupportedException { return super.clone(); } }
 public static void main(String[] a) throws Exception {
  Thread t = new Thread(() -> { try { Object[] o = new Integer[1]; o[0] = "a"; } catch (Throwable e) { Class<?> c = e.getClass(); if (c == ArrayStoreException.class) { ArrayStoreException s = ArrayStoreException.class.cast(e); if (s != null) x++; } } }); t.start();
  System.out.println(x);
 } }
