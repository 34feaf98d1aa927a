// check: verdict=violated kind=data-race variable=JucAddAcquireOnly.left|JucAddAcquireOnly.right|JucAddAcquireOnly.arrived conflict=write-read
// Two threads write a plain field each and count themselves by getAndAddAcquire; the second reads the field of the first.
// Racy: getAndAddAcquire acquires, but its write is plain and releases nothing.
// Twin: JucAddBothWays.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucAddAcquireOnly {
    static int left;
    static int right;
    static int arrived;
    static final VarHandle ARRIVED;

    static {
        try {
            ARRIVED = MethodHandles.lookup().findStaticVarHandle(JucAddAcquireOnly.class, "arrived", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static boolean isSecond() {
        return (int) ARRIVED.getAndAddAcquire(1) == 1;
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
