// check: verdict=race-free weak=true
// A thread copies into an array that nobody else knows, and hands it over by a releasing write.
// Race-free: a releasing write and the acquiring read of it order what was done before and after.
// Twin: CopiedHandedOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class CopiedHandedReleased {
    static final AtomicReference<int[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            int[] from = {1, 2};
            int[] made = new int[2];
            System.arraycopy(from, 0, made, 0, 2);
            handed.setRelease(made);
        }).start();
        int[] found = handed.getAcquire();
        if (found != null) {
            int read = found[0];
        }
    }
}
