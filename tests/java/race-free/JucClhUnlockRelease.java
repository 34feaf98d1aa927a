// check: verdict=race-free weak=true
// Two threads increment a plain counter under a CLH queue lock, whose unlock is a release write of the flag of the node.
// Race-free: who sees the flag cleared comes after all that its predecessor did before. New nodes are published by getAndSet.
// Twin: JucClhUnlockPlain.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

public class JucClhUnlockRelease {
    static final class Node {
        boolean locked;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>(new Node());
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
        mine.locked = true;
        Node before = TAIL.getAndSet(mine);
        while ((boolean) LOCKED.getAcquire(before)) {
            Thread.onSpinWait();
        }
        count++;
        LOCKED.setRelease(mine, false);
    }

    public static void main(String[] args) {
        new Thread(JucClhUnlockRelease::add).start();
        add();
    }
}
