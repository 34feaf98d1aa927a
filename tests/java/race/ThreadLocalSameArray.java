// check: verdict=violated kind=data-race variable=int[][0] conflict=write-write|write-read|read-write
// Two threads change an array that a ThreadLocal gives them; its supplier hands out the same array each time.
// Racy: each thread has a reference of its own, but to one array.
// Twin: ThreadLocalOwnArray.java
public class ThreadLocalSameArray {
    static final int[] FIRST = new int[1];
    static final ThreadLocal<int[]> BUFFER = ThreadLocal.withInitial(() -> FIRST);

    public static void main(String[] args) {
        new Thread(() -> BUFFER.get()[0]++).start();
        BUFFER.get()[0]++;
    }
}
