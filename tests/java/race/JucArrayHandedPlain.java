// check: verdict=violated kind=data-race variable=JucArrayHandedPlain.work|int[][0] conflict=write-read|read-write
// Main fills an array and hands it over by a plain reference; a thread reads the array if it sees the reference.
// Racy: nothing orders the two accesses of the reference, nor those of the element.
// Twin: JucArrayHandedVolatile.java
public class JucArrayHandedPlain {
    static int[] work;

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
