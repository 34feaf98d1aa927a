// check: verdict=violated kind=data-race variable=JucClhUnlockPlain$Node.locked|JucClhUnlockPlain.count conflict=write-read|read-write
// Two threads increment a plain counter under a CLH queue lock, whose unlock is a plain write of the flag of the node.
// Racy: the plain write races with the read of the thread that spins on it, and orders nothing.
// Twin: JucClhUnlockRelease.java
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;

public class JucClhUnlockPlain {
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
        LOCKED.set(mine, false);
    }

    public static void main(String[] args) {
        new Thread(JucClhUnlockPlain::add).start();
        add();
    }
}
