// check: verdict=violated kind=data-race variable=JucSeqlockPlainData.x|JucSeqlockPlainData.y conflict=write-read|read-write
// A seqlock: the writer makes the sequence odd, writes two plain fields, makes it even; main drops what it read if that moved.
// Racy by the letter: the fields are read while the writer may write them, whatever becomes of the values.
// Twin: JucSeqlockVolatileData.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucSeqlockPlainData {
    static final AtomicInteger SEQUENCE = new AtomicInteger();
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> {
            SEQUENCE.set(1);
            x = 1;
            y = 1;
            SEQUENCE.set(2);
        }).start();
        int before = SEQUENCE.get();
        int seenX = x;
        int seenY = y;
        if (before % 2 == 0 && SEQUENCE.get() == before) {
            assert seenX == seenY;
        }
    }
}
