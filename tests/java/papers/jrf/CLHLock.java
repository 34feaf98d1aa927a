// check: verdict=violated kind=data-race variable=CLHLock$Node.locked conflict=write-read|read-write
// Figure 8: spin.CLHLock (4,8), a queue lock: each thread spins on the node of the one before it, and then takes that node
// for its next turn. Four threads enter eight times between them.
// Racy: locked is plain. A thread publishes its node by the atomic tail before it enters, and writes locked when it leaves;
// nothing orders that write ahead of its successor's read. counter, guarded by the lock, would race next.
import java.util.concurrent.atomic.AtomicReference;

public class CLHLock {
    static final int THREADS = 4;
    static final int ITERATIONS = 8;

    static final class Node {
        boolean locked;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>(new Node());
    static int counter;

    static void work(int entries) {
        Node mine = new Node();
        for (int i = 0; i < entries; i++) {
            mine.locked = true;
            Node before = TAIL.getAndSet(mine);
            while (before.locked) {
                Thread.onSpinWait();
            }
            counter++;
            mine.locked = false;
            mine = before;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int entries = (args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS) / threads;
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            all[id] = new Thread(() -> work(entries));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
        assert counter == threads * entries;
    }
}
