// check: verdict=violated kind=assertion options=--trusted=TrustedHandleLib every=true jdks=all
// A plain read and a compare-and-set of an element of trusted code's array: dpor and pdp, too.
import java.lang.invoke.*;
public class TrustedHandle {
    public static void main(String[] a) throws Exception {
        TrustedHandleLib l = new TrustedHandleLib();
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) { Integer k = i + 1; t[i] = new Thread(() -> l.claim("a",k)); t[i].start(); }
        for (Thread x : t) x.join();
        if (l.get() != 1) throw new AssertionError("winner " + l.get());
    }
}
class TrustedHandleLib { static final VarHandle V = MethodHandles.arrayElementVarHandle(Object[].class);
 Object[] v = new Object[2]; int get(){ return (Integer)v[1]; } void claim(Object key,Object k){ if(v[1]==null) V.compareAndSet(v,1,null,k); } }
