// check: verdict=violated kind=data-race variable=int[][0] conflict=write-read|read-write
// A thread clones an array, and hands the clone over by an opaque write.
// Racy: an opaque write and read order nothing, so the reader may find the array empty.
// Twin: ClonedHandedReleased.java
import java.util.concurrent.atomic.AtomicReference;

public class ClonedHandedOpaque {
    static final AtomicReference<int[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            int[] from = {1, 2};
            int[] made = from.clone();
            handed.setOpaque(made);
        }).start();
        int[] found = handed.getOpaque();
        if (found != null) {
            int read = found[0];
        }
    }
}
