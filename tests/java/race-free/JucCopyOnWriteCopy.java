// check: verdict=race-free
// A thread changes a copy of an array and writes the volatile reference to it; main reads the array it sees.
// Race-free: the copy is nobody else's until the volatile write, and is not written afterwards.
// Twin: JucCopyOnWriteNoCopy.java
public class JucCopyOnWriteCopy {
    static volatile int[] values = new int[1];

    public static void main(String[] args) {
        new Thread(() -> {
            int[] changed = values.clone();
            changed[0] = 1;
            values = changed;
        }).start();
        int seen = values[0];
    }
}
