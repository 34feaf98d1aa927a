// check: verdict=race-free
// A thread writes a number and then sets a volatile flag; main reads the number if it sees the flag.
// Race-free: the write of the flag synchronizes with the read that sees it; the number is written before and read after.
// Twin: PlainFlagPublishes.java
public class VolatileFlagPublishes {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            ready = true;
        }).start();
        if (ready) {
            assert data == 42;
        }
    }
}
