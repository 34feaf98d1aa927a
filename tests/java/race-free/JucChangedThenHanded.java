// check: verdict=race-free
// Main hands a box to another thread through a SynchronousQueue and changes it before that; the taker reads it.
// Race-free: all that main does before put comes before the return of take, and main leaves the box alone afterwards.
// Twin: JucHandedThenChanged.java
import java.util.concurrent.SynchronousQueue;

public class JucChangedThenHanded {
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
        new Thread(JucChangedThenHanded::take).start();
        Box box = new Box();
        box.value = 1;
        QUEUE.put(box);
    }
}
