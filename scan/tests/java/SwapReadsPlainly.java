// scan: candidates=SwapReadsPlainly.x
// races: SwapReadsPlainly.x
// The read of getAndSetRelease is plain, so it races with a write by setRelease, which no other half of it would.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SwapReadsPlainly {
    static final VarHandle X;
    static int x;

    static {
        try {
            X = MethodHandles.lookup().findStaticVarHandle(SwapReadsPlainly.class, "x", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> X.setRelease(1)).start();
        int before = (int) X.getAndSetRelease(2);
    }
}
