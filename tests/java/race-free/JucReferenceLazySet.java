// check: verdict=race-free weak=true
// A thread fills a box and publishes it by lazySet of an AtomicReference; main gets it and reads the box.
// Race-free: lazySet is a release, and the get that sees it acquires what was written before.
// Twin: JucReferenceSetOpaque.java
import java.util.concurrent.atomic.AtomicReference;

public class JucReferenceLazySet {
    static final class Box {
        int value;
    }

    static final AtomicReference<Box> REFERENCE = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            REFERENCE.lazySet(box);
        }).start();
        Box box = REFERENCE.get();
        if (box != null) {
            int seen = box.value;
        }
    }
}
