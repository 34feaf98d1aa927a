// check: verdict=violated kind=data-race variable=int[][0] conflict=write-read|read-write
// A thread copies into an array that nobody else knows, and hands it over by an opaque write.
// Racy: an opaque write and read order nothing, so the reader may find the array empty.
// Twin: CopiedHandedReleased.java
import java.util.concurrent.atomic.AtomicReference;

public class CopiedHandedOpaque {
    static final AtomicReference<int[]> handed = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            int[] from = {1, 2};
            int[] made = new int[2];
            System.arraycopy(from, 0, made, 0, 2);
            handed.setOpaque(made);
        }).start();
        int[] found = handed.getOpaque();
        if (found != null) {
            int read = found[0];
        }
    }
}
