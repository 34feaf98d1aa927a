// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The bounded FIFO queues and the deque: their four kinds of refusal, blocking both ways, time limits, draining. */
public class ConcBlockingQueues {
    static Thread start(String name, Task body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name);
        t.start();
        return t;
    }

    interface Task {
        void run() throws InterruptedException;
    }

    static String failure(Runnable action) {
        try {
            action.run();
            return "none";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    /** The same questions to each queue of capacity two. */
    static void single(BlockingQueue<Integer> q) throws InterruptedException {
        String name = q.getClass().getSimpleName();
        System.out.println(name + " empty: poll " + q.poll() + ", peek " + q.peek() + ", poll in time "
            + q.poll(5, TimeUnit.MILLISECONDS) + ", remove " + failure(q::remove) + ", element " + failure(q::element)
            + ", room " + q.remainingCapacity());
        q.put(1);
        System.out.println(name + " full: offer " + q.offer(2) + " " + q.offer(3) + " "
            + q.offer(3, 5, TimeUnit.MILLISECONDS) + ", add " + failure(() -> q.add(3)) + ", null "
            + failure(() -> q.offer(null)) + ", content " + q + ", room " + q.remainingCapacity());
        Thread putter = start("putter", () -> q.put(4));
        awaitState(putter, Thread.State.WAITING);
        System.out.println(name + " take " + q.take() + ", room made for the putter");
        putter.join();
        System.out.println(name + " contains 4 " + q.contains(4) + ", removes 2 " + q.remove(2) + ", left " + q);
        List<Integer> drained = new ArrayList<>();
        q.offer(5);
        System.out.println(name + " drains " + q.drainTo(drained, 1) + " then " + q.drainTo(drained) + ": " + drained);
        Thread taker = start("taker", () -> System.out.println(name + " polled " + q.poll(60, TimeUnit.SECONDS)));
        awaitState(taker, Thread.State.TIMED_WAITING);
        q.put(6);
        taker.join();
        System.out.println(name + " drain to itself " + failure(() -> q.drainTo(q)) + ", empty " + q.isEmpty());
    }

    /** Several producers and consumers; a zero for each consumer ends it. */
    static void traffic(BlockingQueue<Integer> q) throws InterruptedException {
        int producers = 3;
        int consumers = 4;
        int each = 150;
        AtomicLong sum = new AtomicLong();
        AtomicLong count = new AtomicLong();
        List<Thread> sources = new ArrayList<>();
        List<Thread> sinks = new ArrayList<>();
        for (int c = 0; c < consumers; c++) {
            sinks.add(start("consumer-" + c, () -> {
                for (int item = q.take(); item != 0; item = q.take()) {
                    sum.addAndGet(item);
                    count.incrementAndGet();
                }
            }));
        }
        for (int p = 0; p < producers; p++) {
            int base = p * each;
            sources.add(start("producer-" + p, () -> {
                for (int i = 1; i <= each; i++) {
                    if (i % 2 == 0) {
                        q.put(base + i);
                    } else if (!q.offer(base + i, 60, TimeUnit.SECONDS)) {
                        throw new AssertionError("no room in a minute");
                    }
                }
            }));
        }
        for (Thread t : sources) {
            t.join();
        }
        for (int c = 0; c < consumers; c++) {
            q.put(0);
        }
        for (Thread t : sinks) {
            t.join();
        }
        System.out.println(q.getClass().getSimpleName() + " passed " + count + ", sum " + sum + ", left " + q.size());
    }

    /** Both ends of the deque, and a thief that takes from the end its owner does not use. */
    static void deque() throws InterruptedException {
        BlockingDeque<String> d = new LinkedBlockingDeque<>(3);
        d.putFirst("b");
        d.putLast("c");
        d.offerFirst("a");
        System.out.println("deque " + d + ", first " + d.offerFirst("x", 5, TimeUnit.MILLISECONDS) + ", last "
            + d.offerLast("x") + ", push " + failure(() -> d.push("x")));
        System.out.println("ends " + d.takeFirst() + d.takeLast() + ", middle " + d.peekFirst() + d.peekLast()
            + ", pop " + d.pop() + ", gone " + d.pollLast(5, TimeUnit.MILLISECONDS) + " " + failure(d::removeLast));
        BlockingDeque<Integer> work = new LinkedBlockingDeque<>();
        List<Integer> owned = new ArrayList<>();
        List<Integer> stolen = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            work.addLast(i);
        }
        Thread owner = start("owner", () -> {
            for (Integer i = work.pollLast(); i != null; i = work.pollLast()) {
                owned.add(i);
                Thread.yield();
            }
        });
        Thread thief = start("thief", () -> {
            for (Integer i = work.pollFirst(); i != null; i = work.pollFirst()) {
                stolen.add(i);
                Thread.yield();
            }
        });
        owner.join();
        thief.join();
        List<Integer> reversed = new ArrayList<>(owned);
        Collections.reverse(reversed);
        List<Integer> all = new ArrayList<>(stolen);
        all.addAll(reversed);
        boolean complete = all.size() == 50;
        for (int i = 0; complete && i < 50; i++) {
            complete = all.get(i) == i;
        }
        System.out.println("owner from the back and thief from the front meet: " + complete);
    }

    public static void main(String[] args) throws InterruptedException {
        single(new ArrayBlockingQueue<>(2));
        single(new LinkedBlockingQueue<>(2));
        single(new LinkedBlockingDeque<>(2));
        traffic(new ArrayBlockingQueue<>(5, true));
        traffic(new ArrayBlockingQueue<>(1));
        traffic(new LinkedBlockingQueue<>());
        traffic(new LinkedBlockingDeque<>(7));
        deque();
        System.out.println("capacity 0 " + failure(() -> new ArrayBlockingQueue<Integer>(0)) + ", too many "
            + failure(() -> new ArrayBlockingQueue<>(1, false, List.of(1, 2))) + ", unbounded room "
            + new LinkedBlockingQueue<Integer>().remainingCapacity());
    }
}
