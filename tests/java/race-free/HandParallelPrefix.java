// check: verdict=race-free large=true
// Main writes a plain field, and the common pool, which adds up the elements of an array, reads it.
// Race-free: the write comes before the pool's tasks, whose sums are handed on by a count of those that are pending.
// Twin: HandParallelPrefixLate.java
import java.util.Arrays;

public class HandParallelPrefix {
    static int step;

    public static void main(String[] args) {
        Integer[] sums = new Integer[40];
        Arrays.fill(sums, 0);
        step = 1;
        Arrays.parallelPrefix(sums, (before, own) -> before + own + step);
        if (sums[39] != 39) throw new AssertionError(sums[39]);
    }
}
