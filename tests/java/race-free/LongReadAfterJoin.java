// check: verdict=race-free
// A thread writes a plain long; main joins the thread and then reads it.
// Race-free: the thread's last action comes before the return of join, and so the whole long is there.
// Twin: LongReadBeforeJoin.java
public class LongReadAfterJoin {
    static long total;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> total = 1L << 40);
        other.start();
        other.join();
        long seen = total;
        assert seen == 1L << 40;
    }
}
