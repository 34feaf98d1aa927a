// check: verdict=race-free weak=true every=true jdks=all
// As DekkerReleaseAcquire, by lazySet.
import java.util.concurrent.atomic.AtomicInteger;

public class DekkerLazySet {
    static final AtomicInteger a = new AtomicInteger();
    static long[] pad = new long[64];
    static final AtomicInteger b = new AtomicInteger();
    static int inside;

    static boolean round(AtomicInteger mine, AtomicInteger other) {
        mine.lazySet(1);
        boolean entered = other.get() == 0;
        if (entered) inside++;
        mine.lazySet(0);
        return entered;
    }

    public static void main(String[] args) throws Exception {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int[] c = new int[64];
        Thread t = new Thread(() -> { int k = 0; for (int i = 0; i < n; i++) if (round(a, b)) k++; c[0] = k; });
        Thread u = new Thread(() -> { int k = 0; for (int i = 0; i < n; i++) if (round(b, a)) k++; c[32] = k; });
        t.start(); u.start(); t.join(); u.join();
        assert inside == c[0] + c[32] : "inside " + inside + ", entered " + (c[0] + c[32]);
    }
}
