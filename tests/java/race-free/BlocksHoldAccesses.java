// check: verdict=race-free
// Two threads pass a block of the same monitor, in which one writes and the other reads.
// Race-free: whoever passes second has acquired what the first released after its access.
// Twin: BlocksMeetAgain.java
public class BlocksHoldAccesses {
    static final Object block = new Object();
    static volatile int pause;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            pause = 1;
            synchronized (block) {
                int read = data;
            }
        }).start();
        synchronized (block) {
            data = 1;
        }
        Thread.yield();
    }
}
