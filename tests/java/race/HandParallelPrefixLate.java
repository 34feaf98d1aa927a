// check: verdict=violated kind=data-race variable=HandParallelPrefixLate.step large=true
// A thread writes a plain field that the common pool reads while it adds up the elements of an array.
// Race: the thread was started before, and is joined behind.
// Twin: HandParallelPrefix.java
import java.util.Arrays;

public class HandParallelPrefixLate {
    static int step;

    public static void main(String[] args) throws Exception {
        Integer[] sums = new Integer[40];
        Arrays.fill(sums, 0);
        Thread late = new Thread(() -> step = 1);
        late.start();
        Arrays.parallelPrefix(sums, (before, own) -> before + own + step);
        late.join();
    }
}
