// check: verdict=passed
// StaleDecision with the weaker claim that holds: who has seen the second write sees the first.
// Passed: high is written after low and read before it.
// No data race: the fields are volatile.
public class WriteOrderSeen {
    static volatile int low;
    static volatile int high;

    public static void main(String[] args) {
        new Thread(() -> {
            low = 1;
            high = 1;
        }).start();
        int seenHigh = high;
        int seenLow = low;
        assert seenHigh <= seenLow;
    }
}
