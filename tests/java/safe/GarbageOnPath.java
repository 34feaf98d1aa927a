// check: verdict=passed
// A thread makes 40 MB of garbage on one path, a bit between each two operations that others could notice.
// Passed: what cannot be reached any more must neither fill the heap nor tell states apart, and what can must stay.
// No data race: the fields are the thread's own until it is joined.
public class GarbageOnPath {
    static final Object LOCK = new Object();
    static int[] kept;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            int[][] last = new int[4][];
            for (int round = 0; round < 200; round++) {
                last[round % 4] = new int[50_000];
                last[round % 4][round] = round;
                synchronized (LOCK) {
                    LOCK.notifyAll();
                }
            }
            kept = last[3];
        });
        worker.start();
        worker.join();
        assert kept[199] == 199;
        assert kept[195] == 0;
    }
}
