// check: verdict=race-free
// A seqlock: the writer makes the sequence odd, writes two volatile fields, makes it even; main drops what it read if that moved.
// Race-free: volatile fields do not race.
// Twin: JucSeqlockPlainData.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucSeqlockVolatileData {
    static final AtomicInteger SEQUENCE = new AtomicInteger();
    static volatile int x;
    static volatile int y;

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
