// check: verdict=violated kind=data-race variable=int[][0] conflict=write-read|read-write
// A thread changes an array in place and writes the volatile reference to it; main reads the array it sees.
// Racy: main may have the array when the thread writes into it, before the volatile write.
// Twin: JucCopyOnWriteCopy.java
public class JucCopyOnWriteNoCopy {
    static volatile int[] values = new int[1];

    public static void main(String[] args) {
        new Thread(() -> {
            int[] changed = values;
            changed[0] = 1;
            values = changed;
        }).start();
        int seen = values[0];
    }
}
