// check: verdict=violated kind=assertion
// Two volatiles that should move together are written one after the other.
// Schedule: main reads both between the two writes.
// No data race: the fields are volatile.
public class StaleDecision {
    static volatile int low;
    static volatile int high;

    public static void main(String[] args) {
        new Thread(() -> {
            low = 1;
            high = 1;
        }).start();
        int seenHigh = high;
        int seenLow = low;
        assert seenHigh == seenLow;
    }
}
