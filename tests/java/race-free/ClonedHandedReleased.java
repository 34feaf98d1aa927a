// check: verdict=race-free weak=true
// A thread clones an array, and hands the clone over by a releasing write.
// Race-free: a releasing write and the acquiring read of it order what was done before and after.
// Twin: ClonedHandedOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class ClonedHandedReleased {
    static final AtomicReference<int[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            int[] from = {1, 2};
            int[] made = from.clone();
            handed.setRelease(made);
        }).start();
        int[] found = handed.getAcquire();
        if (found != null) {
            int read = found[0];
        }
    }
}
