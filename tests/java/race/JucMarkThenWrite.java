// check: verdict=violated kind=data-race variable=JucMarkThenWrite$Box.value conflict=write-read|read-write
// A thread marks an AtomicMarkableReference and writes the box it refers to after that; main reads the box if it sees the mark.
// Racy: only what precedes attemptMark comes before the isMarked that sees the mark.
// Twin: JucWriteThenMark.java
import java.util.concurrent.atomic.AtomicMarkableReference;

public class JucMarkThenWrite {
    static final class Box {
        int value;
    }

    static final Box BOX = new Box();
    static final AtomicMarkableReference<Box> MARKED = new AtomicMarkableReference<>(BOX, false);

    public static void main(String[] args) {
        new Thread(() -> {
            MARKED.attemptMark(BOX, true);
            BOX.value = 1;
        }).start();
        if (MARKED.isMarked()) {
            int seen = BOX.value;
        }
    }
}
