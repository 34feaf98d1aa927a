// check: verdict=violated kind=data-race variable=JucQueuedThenChanged$Box.value conflict=write-read|read-write
// A producer puts a box into an ArrayBlockingQueue and changes it after that; main takes it and reads it.
// Racy: main may have taken the box when the producer writes; the lock of the queue orders only what precedes offer.
// Twin: JucChangedThenQueued.java
import java.util.concurrent.ArrayBlockingQueue;

public class JucQueuedThenChanged {
    static final class Box {
        int value;
    }

    static final ArrayBlockingQueue<Box> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            Box box = new Box();
            QUEUE.offer(box);
            box.value = 1;
        }).start();
        int seen = QUEUE.take().value;
    }
}
