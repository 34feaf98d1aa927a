// check: verdict=passed
// An MCS queue lock: each thread spins on its own node, which the one before it opens; two threads enter once.
// Passed: who leaves either takes the tail back or waits for the successor that has already replaced it, and opens its node.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class McsLock {
    static final class Node {
        volatile boolean locked = true;
        volatile Node next;
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
        if (before != null) {
            before.next = mine;
            while (mine.locked) {
                Thread.onSpinWait();
            }
        }
        critical();
        if (mine.next == null && TAIL.compareAndSet(mine, null)) {
            return;
        }
        while (mine.next == null) {
            Thread.onSpinWait();
        }
        mine.next.locked = false;
    }

    public static void main(String[] args) {
        new Thread(McsLock::enter).start();
        enter();
    }
}
