// check: verdict=violated kind=assertion
// StoreBuffering with reads before the writes in one thread.
// Schedule: main reads x == 0, then the other thread writes x and reads y == 0.
// No data race: the fields are volatile, the results are read after join.
public class StoreBufferingReversed {
    static volatile int x;
    static volatile int y;
    static int seenByOther;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1;
            seenByOther = y;
        });
        other.start();
        int seen = x;
        y = 1;
        other.join();
        assert seen + seenByOther >= 1;
    }
}
