// check: verdict=race-free
// A producer adds a box to a ConcurrentLinkedQueue and changes it before that; main polls once and reads what it gets.
// Race-free: all that the producer does before add comes before the poll that gets the box, and it leaves the box alone afterwards.
// Twin: JucAddedThenChanged.java
import java.util.concurrent.ConcurrentLinkedQueue;

public class JucChangedThenAdded {
    static final class Box {
        int value;
    }

    static final ConcurrentLinkedQueue<Box> QUEUE = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            QUEUE.add(box);
        }).start();
        Box box = QUEUE.poll();
        if (box != null) {
            int seen = box.value;
        }
    }
}
