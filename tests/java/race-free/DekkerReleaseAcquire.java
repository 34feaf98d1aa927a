// check: verdict=race-free weak=true every=true jdks=all
// Release and acquire only: no data race, but not sequentially consistent either; `weak_races` names the flags.
import java.lang.invoke.*;

public class DekkerReleaseAcquire {
    static int x, y;
    static final VarHandle X, Y;
    static {
        try {
            X = MethodHandles.lookup().findStaticVarHandle(DekkerReleaseAcquire.class, "x", int.class);
            Y = MethodHandles.lookup().findStaticVarHandle(DekkerReleaseAcquire.class, "y", int.class);
        } catch (ReflectiveOperationException e) { throw new Error(e); }
    }
    static int r1, r2;

    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { X.setRelease(1); r1 = (int) Y.getAcquire(); });
        Thread u = new Thread(() -> { Y.setRelease(1); r2 = (int) X.getAcquire(); });
        t.start(); u.start(); t.join(); u.join();
        assert r1 + r2 > 0 : "both read 0";
    }
}
