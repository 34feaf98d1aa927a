// check: verdict=violated kind=data-race variable=FlagBeforeData.data conflict=write-read|read-write
// A thread sets a volatile flag and then writes a number, which main reads once it sees the flag.
// Racy: the flag orders only what was written before it.
// Twin: FlagAfterData.java
public class FlagBeforeData {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            data = 42;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = data;
        assert seen == 42 || seen == 0;
    }
}
