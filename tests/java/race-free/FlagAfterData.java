// check: verdict=race-free
// A thread writes a number and then sets a volatile flag; main reads the number once it sees the flag.
// Race-free: the number is written before the flag, and read after the look that sees it.
// Twin: FlagBeforeData.java
public class FlagAfterData {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            ready = true;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = data;
        assert seen == 42;
    }
}
