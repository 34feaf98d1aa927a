// check: verdict=race-free weak=true every=true jdks=all
// Opaque accesses order nothing.
import java.lang.invoke.*;

public class MessagePassingOpaque {
    static int x, y;
    static final VarHandle X, Y;
    static {
        try {
            X = MethodHandles.lookup().findStaticVarHandle(MessagePassingOpaque.class, "x", int.class);
            Y = MethodHandles.lookup().findStaticVarHandle(MessagePassingOpaque.class, "y", int.class);
        } catch (ReflectiveOperationException e) { throw new Error(e); }
    }

    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { X.setOpaque(1); Y.setOpaque(1); });
        t.start();
        int ry = (int) Y.getOpaque(), rx = (int) X.getOpaque();
        t.join();
        assert !(ry == 1 && rx == 0);
    }
}
