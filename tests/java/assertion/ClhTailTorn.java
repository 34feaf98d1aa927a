// check: verdict=violated kind=assertion
// ClhLock with the tail read and then written.
// Schedule: both read the same tail, have nobody before them, and enter.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class ClhTailTorn {
    static final class Node {
        volatile boolean locked = true;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        Node mine = new Node();
        Node before = TAIL.get();
        TAIL.set(mine);
        while (before != null && before.locked) {
            Thread.onSpinWait();
        }
        critical();
        mine.locked = false;
    }

    public static void main(String[] args) {
        new Thread(ClhTailTorn::enter).start();
        enter();
    }
}
