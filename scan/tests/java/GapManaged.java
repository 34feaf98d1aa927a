// scan: candidates=none gaps=some
// races: x
// Management calls what is registered there.
public class GapManaged {
  public interface FooMBean { int getX(); }
  public static class Foo implements FooMBean { int x; public int getX() { return x++; } }
  public static void main(String[] a) throws Exception { javax.management.MBeanServer s = javax.management.MBeanServerFactory.newMBeanServer(); javax.management.ObjectName n = new javax.management.ObjectName("a:b=c"); s.registerMBean(new Foo(), n); Runnable r = () -> { try { s.getAttribute(n, "X"); } catch (Exception e) { } }; new Thread(r).start(); r.run(); }
}
