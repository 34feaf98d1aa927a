// check: verdict=race-free
// Main writes a plain double, and then starts a thread that reads it.
// Race-free: what main did before start comes before the thread's first action.
// Twin: WriteAfterStart.java
public class WriteBeforeStart {
    static double rate;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            double seen = rate;
            assert seen == 2.5;
        });
        rate = 2.5;
        other.start();
    }
}
