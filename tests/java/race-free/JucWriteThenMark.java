// check: verdict=race-free
// A thread marks an AtomicMarkableReference and writes the box it refers to before that; main reads the box if it sees the mark.
// Race-free: the write comes before attemptMark, which releases, and isMarked acquires.
// Twin: JucMarkThenWrite.java
import java.util.concurrent.atomic.AtomicMarkableReference;

public class JucWriteThenMark {
    static final class Box {
        int value;
    }

    static final Box BOX = new Box();
    static final AtomicMarkableReference<Box> MARKED = new AtomicMarkableReference<>(BOX, false);

    public static void main(String[] args) {
        new Thread(() -> {
            BOX.value = 1;
            MARKED.attemptMark(BOX, true);
        }).start();
        if (MARKED.isMarked()) {
            int seen = BOX.value;
        }
    }
}
