// check: verdict=race-free
// Main fills an array and hands it over by a volatile reference; a thread reads the array if it sees the reference.
// Race-free: the element is written before the volatile write, and read after the volatile read that sees it.
// Twin: JucArrayHandedPlain.java
public class JucArrayHandedVolatile {
    static volatile int[] work;

    public static void main(String[] args) {
        new Thread(() -> {
            int[] got = work;
            if (got != null) {
                int seen = got[0];
            }
        }).start();
        int[] filled = new int[1];
        filled[0] = 1;
        work = filled;
    }
}
