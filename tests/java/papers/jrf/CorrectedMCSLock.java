// check: verdict=violated kind=data-race variable=CorrectedMCSLock$Node.locked conflict=write-read|read-write
// Figure 8: spin.CorrectedMCSLock (2,4), a queue lock: each thread spins on its own node, which the one before it opens. Two
// threads enter four times between them.
// Racy: next is volatile, locked is plain. Nothing orders the write that opens a node ahead of its owner's read. A thread
// that finds the queue empty is ordered by the atomic tail, so this shows only if the two compete. counter would race next.
import java.util.concurrent.atomic.AtomicReference;

public class CorrectedMCSLock {
    static final int THREADS = 2;
    static final int ITERATIONS = 4;

    static final class Node {
        boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static int counter;

    static void lock(Node mine) {
        Node before = TAIL.getAndSet(mine);
        if (before != null) {
            mine.locked = true;
            before.next = mine;
            while (mine.locked) {
                Thread.onSpinWait();
            }
        }
    }

    static void unlock(Node mine) {
        if (mine.next == null && TAIL.compareAndSet(mine, null)) {
            return;
        }
        while (mine.next == null) {
            Thread.onSpinWait();
        }
        mine.next.locked = false;
        mine.next = null;
    }

    static void work(int entries) {
        Node mine = new Node();
        for (int i = 0; i < entries; i++) {
            lock(mine);
            counter++;
            unlock(mine);
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
