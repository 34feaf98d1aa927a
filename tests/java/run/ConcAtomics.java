// run: min=17
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Every class of java.util.concurrent.atomic, counted on by several threads and asked for its return values. */
public class ConcAtomics {
    interface Task {
        void run(int me);
    }

    static void team(int size, Task body) throws InterruptedException {
        Thread[] team = new Thread[size];
        for (int i = 0; i < size; i++) {
            int me = i;
            team[i] = new Thread(() -> body.run(me), "member-" + i);
            team[i].start();
        }
        for (Thread t : team) {
            t.join();
        }
    }

    static void scalars() throws InterruptedException {
        AtomicInteger i = new AtomicInteger(10);
        System.out.println("int " + i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.getAndAdd(5) + " "
            + i.addAndGet(-20) + " " + i.getAndSet(7) + " " + i.updateAndGet(n -> n * n) + " "
            + i.getAndUpdate(n -> -n) + " " + i.accumulateAndGet(100, Math::max) + " " + i.decrementAndGet() + " "
            + i.compareAndSet(1, 2) + " " + i.compareAndExchange(99, 3) + " " + i.compareAndExchange(99, 4) + " " + i);
        AtomicLong l = new AtomicLong(Long.MAX_VALUE);
        System.out.println("long " + l.incrementAndGet() + " " + l.getAndDecrement() + " "
            + l.getAndAccumulate(2, (a, b) -> a / b) + " " + l.intValue() + " " + (l.doubleValue() == 0x1p62));
        AtomicBoolean b = new AtomicBoolean();
        int[] winners = new int[4];
        team(4, me -> winners[me] = b.compareAndSet(false, true) ? 1 : 0);
        System.out.println("one winner " + Arrays.stream(winners).sum() + ", was " + b.getAndSet(false) + ", is " + b);
        AtomicReference<String> text = new AtomicReference<>("");
        AtomicInteger counter = new AtomicInteger();
        AtomicLong mixed = new AtomicLong();
        team(4, me -> {
            for (int n = 0; n < 50; n++) {
                text.updateAndGet(s -> s.length() < 120 ? s + (char) ('a' + me) : s);
                counter.incrementAndGet();
                mixed.getAndAccumulate(n * (me + 1L), Long::sum);
            }
        });
        System.out.println("text of " + text.get().length() + ", counter " + counter + ", mixed " + mixed);
        AtomicReference<Integer> boxed = new AtomicReference<>(1000);
        Integer held = boxed.get();
        System.out.println("identity " + boxed.compareAndSet(Integer.valueOf("1000"), 1)
            + " " + boxed.compareAndSet(held, 1));
    }

    static void arrays() throws InterruptedException {
        AtomicIntegerArray ints = new AtomicIntegerArray(7);
        AtomicLongArray longs = new AtomicLongArray(new long[] {1, 2, 3});
        AtomicReferenceArray<String> names = new AtomicReferenceArray<>(3);
        team(4, me -> {
            for (int n = 0; n < 70; n++) {
                ints.incrementAndGet((n * me) % 7);
                longs.accumulateAndGet(n % 3, me, (a, b) -> a + b);
                names.compareAndSet(n % 3, null, "set");
            }
        });
        System.out.println(ints + " " + longs + " " + names + " old " + longs.getAndSet(0, 9) + " " + ints.length());
        try {
            ints.get(7);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    static final class Node {
        static final AtomicIntegerFieldUpdater<Node> HITS = AtomicIntegerFieldUpdater.newUpdater(Node.class, "hits");
        static final AtomicLongFieldUpdater<Node> SUM = AtomicLongFieldUpdater.newUpdater(Node.class, "sum");
        static final AtomicReferenceFieldUpdater<Node, Node> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Node.class, "next");
        volatile int hits;
        volatile long sum;
        volatile Node next;
        int plain;
    }

    static void updaters() throws InterruptedException {
        Node node = new Node();
        team(4, me -> {
            for (int n = 0; n < 80; n++) {
                Node.HITS.getAndIncrement(node);
                Node.SUM.accumulateAndGet(node, n, Long::sum);
                Node mine = new Node();
                do {
                    mine.next = node.next;
                } while (!Node.NEXT.compareAndSet(node, mine.next, mine));
            }
        });
        int length = 0;
        for (Node n = node.next; n != null; n = n.next) {
            length++;
        }
        System.out.println("updaters " + node.hits + " " + node.sum + ", chain " + length);
        for (String field : new String[] {"plain", "sum", "missing"}) {
            try {
                AtomicIntegerFieldUpdater.newUpdater(Node.class, field);
            } catch (RuntimeException e) {
                System.out.println("no updater for " + field + ": " + e.getMessage());
            }
        }
    }

    /** Adders spread their writes over cells; their sums are exact once the writers are done. */
    static void adders() throws InterruptedException {
        LongAdder sum = new LongAdder();
        DoubleAdder halves = new DoubleAdder();
        LongAccumulator max = new LongAccumulator(Math::max, Long.MIN_VALUE);
        DoubleAccumulator min = new DoubleAccumulator(Math::min, Double.POSITIVE_INFINITY);
        team(6, me -> {
            for (int n = 0; n < 200; n++) {
                sum.add(n);
                sum.decrement();
                halves.add(0.5);
                max.accumulate((n * 31L + me * 7L) % 1000);
                min.accumulate(1.0 / (n + me + 1));
            }
        });
        System.out.println("sum " + sum + ", halves " + halves + ", max " + max + ", min " + min);
        System.out.println("taken " + sum.sumThenReset() + " " + max.getThenReset() + ", then " + sum + " " + max);
    }

    /** A stack whose top carries a stamp, so that a node that left and came back is not taken for unchanged. */
    static void stamps() throws InterruptedException {
        AtomicStampedReference<String> top = new AtomicStampedReference<>("a", 0);
        int[] stamp = new int[1];
        String seen = top.get(stamp);
        top.compareAndSet("a", "b", 0, 1);
        top.compareAndSet("b", "a", 1, 2);
        System.out.println("same reference " + (top.getReference() == seen) + ", yet refused "
            + !top.compareAndSet(seen, "c", stamp[0], 3) + ", stamp " + top.getStamp() + ", restamped "
            + top.attemptStamp("a", 9) + top.getStamp());
        AtomicMarkableReference<String> item = new AtomicMarkableReference<>("item", false);
        int[] deleted = new int[4];
        AtomicStampedReference<Integer> count = new AtomicStampedReference<>(0, 0);
        team(4, me -> {
            deleted[me] = item.compareAndSet("item", "item", false, true) ? 1 : 0;
            for (int n = 0; n < 60; n++) {
                int[] version = new int[1];
                Integer now;
                do {
                    now = count.get(version);
                } while (!count.compareAndSet(now, now + me, version[0], version[0] + 1));
            }
        });
        System.out.println("marked by one " + Arrays.stream(deleted).sum() + " " + item.isMarked() + ", count "
            + count.getReference() + " in versions " + count.getStamp());
    }

    public static void main(String[] args) throws InterruptedException {
        scalars();
        arrays();
        updaters();
        adders();
        stamps();
    }
}
