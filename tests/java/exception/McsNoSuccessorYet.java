// check: verdict=violated kind=uncaught-exception exception=java.lang.NullPointerException
// McsLock whose leaver does not wait for its successor to link itself.
// Schedule: the second thread has taken the tail but not yet written next when the first one leaves: the compare-and-set
// fails, and next is null.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class McsNoSuccessorYet {
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
        mine.next.locked = false;
    }

    public static void main(String[] args) {
        new Thread(McsNoSuccessorYet::enter).start();
        enter();
    }
}
