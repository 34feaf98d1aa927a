// check: verdict=passed
// A CLH queue lock: each thread spins on the node of the one before it; two threads enter once.
// Passed: getAndSet gives every thread a predecessor of its own.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class ClhLock {
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
        Node before = TAIL.getAndSet(mine);
        while (before != null && before.locked) {
            Thread.onSpinWait();
        }
        critical();
        mine.locked = false;
    }

    public static void main(String[] args) {
        new Thread(ClhLock::enter).start();
        enter();
    }
}
