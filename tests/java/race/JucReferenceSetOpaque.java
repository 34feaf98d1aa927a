// check: verdict=violated kind=data-race variable=JucReferenceSetOpaque$Box.value conflict=write-read
// A thread fills a box and publishes it by setOpaque of an AtomicReference; main gets it and reads the box.
// Racy: an opaque write releases nothing, though it is atomic (the reference itself does not race).
// Twin: JucReferenceLazySet.java
import java.util.concurrent.atomic.AtomicReference;

public class JucReferenceSetOpaque {
    static final class Box {
        int value;
    }

    static final AtomicReference<Box> REFERENCE = new AtomicReference<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            REFERENCE.setOpaque(box);
        }).start();
        Box box = REFERENCE.get();
        if (box != null) {
            int seen = box.value;
        }
    }
}
