// check: verdict=passed
// Each of two threads writes its own volatile and reads the other's; not both may read the old value.
// Passed: volatile accesses are in one order, and the second writer reads after the first one's write.
// No data race: the fields are volatile, the results are read after join.
public class StoreBuffering {
    static volatile int x;
    static volatile int y;
    static int seenByOther;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x = 1;
            seenByOther = y;
        });
        other.start();
        y = 1;
        int seen = x;
        other.join();
        assert seen + seenByOther >= 1;
    }
}
