// scan: candidates=none gaps=some
// races: GapHandleProxy.x
// Method handle proxies.
import java.lang.invoke.*;
public class GapHandleProxy { static int x; static void f(){ x=1; }
 public static void main(String[] a) throws Exception { MethodHandle h=MethodHandles.lookup().findStatic(GapHandleProxy.class,"f",MethodType.methodType(void.class));
  Runnable r=MethodHandleProxies.asInterfaceInstance(Runnable.class,h); new Thread(r).start(); x=2; } }
