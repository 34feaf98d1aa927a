// check: verdict=race-free weak=true
// Two threads increment a plain counter under an MCS queue lock, which opens the node of the successor by setRelease.
// Race-free: the successor comes after the setRelease that it sees, or after the compare-and-set of the tail.
// Twin: JucMcsUnlockOpaque.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

public class JucMcsUnlockRelease {
    static final class Node {
        boolean locked = true;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static final VarHandle LOCKED;
    static int count;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(Node.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        Node mine = new Node();
        Node before = TAIL.getAndSet(mine);
        if (before != null) {
            before.next = mine;
            while ((boolean) LOCKED.getAcquire(mine)) {
                Thread.onSpinWait();
            }
        }
        count++;
        if (TAIL.compareAndSet(mine, null)) {
            return;
        }
        while (mine.next == null) {
            Thread.onSpinWait();
        }
        LOCKED.setRelease(mine.next, false);
    }

    public static void main(String[] args) {
        new Thread(JucMcsUnlockRelease::add).start();
        add();
    }
}
