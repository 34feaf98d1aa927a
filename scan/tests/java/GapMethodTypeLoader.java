// scan: candidates=none gaps=some
// races: GapMethodTypeLoader.x
// A method type is made by the application's own class loader.
public class GapMethodTypeLoader { static int x; 
 static class CL extends ClassLoader { protected Class<?> findClass(String n) throws ClassNotFoundException { x++; throw new ClassNotFoundException(n); } }
 public static void main(String[] a) throws Exception {
  CL cl = new CL();
  Thread t = new Thread(() -> { try { java.lang.invoke.MethodType.fromMethodDescriptorString("(LNope;)V", cl); } catch (Throwable e) {} }); t.start();
  System.out.println(x);
 } }
