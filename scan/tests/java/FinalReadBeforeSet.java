// scan: candidates=FinalReadBeforeSet$H.f
// races: H.f
// Final field read before it is set.
public class FinalReadBeforeSet { static volatile H h; static class H { final int f; H(int k){ h=this; f=k; } }
 public static void main(String[] a) throws Throwable { new Thread(()->{ H k=h; if(k!=null) System.out.println(k.f); }).start(); new H(a.length); } }
