// check: verdict=violated kind=assertion
// A thread waits for a flag, but no longer than for a time, by reading the clock.
// Schedule: the other thread does not run before the time is over.
// No data race: the flag is volatile.
public class ClockPolled {
    static volatile boolean set;

    public static void main(String[] args) {
        new Thread(() -> set = true).start();
        long end = System.currentTimeMillis() + 50;
        boolean seen = false;
        while (!seen && System.currentTimeMillis() < end) {
            seen = set;
            Thread.yield();
        }
        assert seen;
    }
}
