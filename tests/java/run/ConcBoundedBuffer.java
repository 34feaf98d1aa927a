// run: min=17
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Producers and consumers share a ring buffer guarded by its own monitor; nothing is lost, doubled or overtaken. */
public class ConcBoundedBuffer {
    /** The buffer closes when its last producer signs off; take then answers null to everybody. */
    static final class Ring<T> {
        private final Object[] slots;
        private int head;
        private int size;
        private int producers;
        private int highWater;
        private int fullWaits;
        private int emptyWaits;

        Ring(int capacity, int producers) {
            slots = new Object[capacity];
            this.producers = producers;
        }

        synchronized void put(T item) throws InterruptedException {
            while (size == slots.length) {
                fullWaits++;
                wait();
            }
            slots[(head + size++) % slots.length] = item;
            highWater = Math.max(highWater, size);
            notifyAll();
        }

        @SuppressWarnings("unchecked")
        synchronized T take() throws InterruptedException {
            while (size == 0 && producers > 0) {
                emptyWaits++;
                wait();
            }
            if (size == 0) {
                return null;
            }
            T item = (T) slots[head];
            slots[head] = null;
            head = (head + 1) % slots.length;
            size--;
            notifyAll();
            return item;
        }

        synchronized boolean offer(T item, long millis) throws InterruptedException {
            long deadline = System.nanoTime() + millis * 1_000_000;
            while (size == slots.length) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            put(item);
            return true;
        }

        synchronized void signOff() {
            if (--producers == 0) {
                notifyAll();
            }
        }

        synchronized boolean sane() {
            return highWater <= slots.length && size >= 0 && fullWaits >= 0 && emptyWaits >= 0;
        }
    }

    record Parcel(int producer, int number) { }

    static final class Consumer extends Thread {
        private final Ring<Parcel> ring;
        private final List<Parcel> taken = new ArrayList<>();

        Consumer(Ring<Parcel> ring, int id) {
            super("consumer-" + id);
            this.ring = ring;
        }

        @Override
        public void run() {
            try {
                Parcel p;
                while ((p = ring.take()) != null) {
                    taken.add(p);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Whatever a single consumer got from one producer came in the order of its numbers. */
        boolean inOrder(int producers) {
            int[] last = new int[producers];
            java.util.Arrays.fill(last, -1);
            for (Parcel p : taken) {
                if (p.number() <= last[p.producer()]) {
                    return false;
                }
                last[p.producer()] = p.number();
            }
            return true;
        }
    }

    static void exchange(int capacity, int producers, int consumers, int each) throws InterruptedException {
        Ring<Parcel> ring = new Ring<>(capacity, producers);
        List<Thread> all = new ArrayList<>();
        List<Consumer> takers = new ArrayList<>();
        for (int c = 0; c < consumers; c++) {
            takers.add(new Consumer(ring, c));
        }
        all.addAll(takers);
        for (int p = 0; p < producers; p++) {
            int id = p;
            all.add(new Thread(() -> {
                try {
                    for (int n = 0; n < each; n++) {
                        ring.put(new Parcel(id, n));
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    ring.signOff();
                }
            }, "producer-" + p));
        }
        for (Thread t : all) {
            t.start();
        }
        for (Thread t : all) {
            t.join();
        }
        BitSet seen = new BitSet();
        int doubled = 0;
        boolean ordered = true;
        for (Consumer c : takers) {
            ordered &= c.inOrder(producers);
            for (Parcel p : c.taken) {
                int index = p.producer() * each + p.number();
                doubled += seen.get(index) ? 1 : 0;
                seen.set(index);
            }
        }
        System.out.println("slots " + capacity + ", " + producers + " to " + consumers + ": got " + seen.cardinality()
            + " of " + producers * each + ", doubled " + doubled + ", in order " + ordered + ", sane " + ring.sane());
    }

    public static void main(String[] args) throws InterruptedException {
        exchange(1, 1, 1, 500);
        exchange(1, 4, 2, 100);
        exchange(3, 2, 5, 200);
        exchange(16, 5, 3, 150);
        exchange(64, 3, 1, 300);

        Ring<String> small = new Ring<>(2, 1);
        System.out.println("offers: " + small.offer("a", 5) + " " + small.offer("b", 5) + " " + small.offer("c", 15));
        Thread late = new Thread(() -> {
            try {
                System.out.println("with a reader the offer lasts: " + small.offer("d", 30_000));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        late.start();
        while (late.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        String first = small.take();
        late.join();
        small.signOff();
        System.out.println("drained " + first + small.take() + small.take() + small.take());
    }
}
