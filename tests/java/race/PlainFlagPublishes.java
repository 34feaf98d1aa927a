// check: verdict=violated kind=data-race variable=PlainFlagPublishes.ready|PlainFlagPublishes.data conflict=write-read|read-write
// A thread writes a number and then sets a plain flag; main reads the number if it sees the flag.
// Racy: nothing orders the write of the flag and main's read of it, and so nothing orders the accesses of the number.
// Twin: VolatileFlagPublishes.java
public class PlainFlagPublishes {
    static int data;
    static boolean ready;

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
