// scan: candidates=SwapReadsPlainly.count,SwapReadsPlainly.held
// races: SwapReadsPlainly.held
// A lock that is taken by getAndSetRelease, which reads as plain code does, so that taking it orders nothing.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SwapReadsPlainly {
    static int count;
    static boolean held;
    static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findStaticVarHandle(SwapReadsPlainly.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        while ((boolean) HELD.getAndSetRelease(true)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setRelease(false);
    }

    public static void main(String[] args) {
        new Thread(SwapReadsPlainly::add).start();
        add();
    }
}
