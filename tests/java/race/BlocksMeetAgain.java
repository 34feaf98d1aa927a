// check: verdict=violated kind=data-race variable=BlocksMeetAgain.data conflict=write-read|read-write
// Two threads pass an empty block of the same monitor, one after it has written, the other before it reads.
// Racy: if the reader passes first, nothing orders the two; but whoever passes first, the state afterwards is the same, and in the
// order that is tried first the accesses are ordered. What is known of the order is part of the state.
// Twin: BlocksHoldAccesses.java
public class BlocksMeetAgain {
    static final Object block = new Object();
    static volatile int pause;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (block) {
            }
            pause = 1;
            int read = data;
        }).start();
        data = 1;
        synchronized (block) {
        }
        Thread.yield();
    }
}
