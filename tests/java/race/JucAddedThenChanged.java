// check: verdict=violated kind=data-race variable=JucAddedThenChanged$Box.value conflict=write-read|read-write
// A producer adds a box to a ConcurrentLinkedQueue and changes it after that; main polls once and reads what it gets.
// Racy: main may have polled the box when the producer writes.
// Twin: JucChangedThenAdded.java
import java.util.concurrent.ConcurrentLinkedQueue;

public class JucAddedThenChanged {
    static final class Box {
        int value;
    }

    static final ConcurrentLinkedQueue<Box> QUEUE = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) {
        new Thread(() -> {
            Box box = new Box();
            QUEUE.add(box);
            box.value = 1;
        }).start();
        Box box = QUEUE.poll();
        if (box != null) {
            int seen = box.value;
        }
    }
}
