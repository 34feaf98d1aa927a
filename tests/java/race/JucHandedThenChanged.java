// check: verdict=violated kind=data-race variable=JucHandedThenChanged$Box.value conflict=write-read|read-write
// Main hands a box to another thread through a SynchronousQueue and changes it after that; the taker reads it.
// Racy: when put returns the taker has the box, and may read it while main writes.
// Twin: JucChangedThenHanded.java
import java.util.concurrent.SynchronousQueue;

public class JucHandedThenChanged {
    static final class Box {
        int value;
    }

    static final SynchronousQueue<Box> QUEUE = new SynchronousQueue<>();

    static void take() {
        try {
            int seen = QUEUE.take().value;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(JucHandedThenChanged::take).start();
        Box box = new Box();
        QUEUE.put(box);
        box.value = 1;
    }
}
