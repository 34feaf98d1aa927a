// check: verdict=violated kind=data-race variable=LongReadBeforeJoin.total conflict=write-read|read-write
// A thread writes a plain long; main reads it and then joins the thread.
// Racy: join orders only what main does after it. Not being volatile, the long might even be read half written.
// Twin: LongReadAfterJoin.java
public class LongReadBeforeJoin {
    static long total;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> total = 1L << 40);
        other.start();
        long seen = total;
        other.join();
        assert seen == 1L << 40 || seen == 0;
    }
}
