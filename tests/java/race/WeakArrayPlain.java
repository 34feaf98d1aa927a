// check: verdict=violated kind=data-race variable=int[]* conflict=write-read|read-write
// An element of an atomic array that is read plainly.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class WeakArrayPlain {
    static final AtomicIntegerArray flags = new AtomicIntegerArray(2);

    public static void main(String[] args) {
        new Thread(() -> flags.set(0, 1)).start();
        flags.getPlain(0);
    }
}
