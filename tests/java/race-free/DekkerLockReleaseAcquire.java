// check: verdict=race-free weak=true every=true jdks=all
// A lock of two release/acquire flags around a plain counter: its assertion fails under java now and then.
import java.lang.invoke.*;

public class DekkerLockReleaseAcquire {
    static int[] f = new int[64];
    static final VarHandle F = MethodHandles.arrayElementVarHandle(int[].class);
    static int inside;            // plain, guarded by the flags

    static boolean round(int me, int other) {
        F.setRelease(f, me, 1);
        boolean entered = (int) F.getAcquire(f, other) == 0;
        if (entered) inside++;
        F.setRelease(f, me, 0);
        return entered;
    }

    public static void main(String[] a) throws Exception {
        int n = a.length > 0 ? Integer.parseInt(a[0]) : 1;
        int[] c = new int[2];
        Thread t = new Thread(() -> { for (int i = 0; i < n; i++) if (round(0, 32)) c[0]++; });
        Thread u = new Thread(() -> { for (int i = 0; i < n; i++) if (round(32, 0)) c[1]++; });
        t.start(); u.start(); t.join(); u.join();
        assert inside == c[0] + c[1] : "inside " + inside + ", entered " + (c[0] + c[1]);
    }
}
