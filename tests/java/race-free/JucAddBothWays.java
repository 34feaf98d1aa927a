// check: verdict=race-free
// Two threads write a plain field each and count themselves by getAndAdd; the second reads the field of the first.
// Race-free: getAndAdd of the first releases what it wrote, and that of the second acquires it.
// Twin: JucAddAcquireOnly.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucAddBothWays {
    static int left;
    static int right;
    static int arrived;
    static final VarHandle ARRIVED;

    static {
        try {
            ARRIVED = MethodHandles.lookup().findStaticVarHandle(JucAddBothWays.class, "arrived", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static boolean isSecond() {
        return (int) ARRIVED.getAndAdd(1) == 1;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            left = 1;
            int seen = isSecond() ? right : 0;
        }).start();
        right = 1;
        int seen = isSecond() ? left : 0;
    }
}
