// check: verdict=violated kind=data-race variable=WriteAfterStart.rate conflict=write-read|read-write
// Main starts a thread that reads a plain double, and then writes it.
// Racy: start orders only what main did before it.
// Twin: WriteBeforeStart.java
public class WriteAfterStart {
    static double rate;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            double seen = rate;
            assert seen == 2.5 || seen == 0;
        });
        other.start();
        rate = 2.5;
    }
}
