// check: verdict=race-free
// A producer puts a box into an ArrayBlockingQueue and changes it before that; main takes it and reads it.
// Race-free: all that the producer does before offer comes before the return of take, and it leaves the box alone afterwards.
// Twin: JucQueuedThenChanged.java
import java.util.concurrent.ArrayBlockingQueue;

public class JucChangedThenQueued {
    static final class Box {
        int value;
    }

    static final ArrayBlockingQueue<Box> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            QUEUE.offer(box);
        }).start();
        int seen = QUEUE.take().value;
    }
}
