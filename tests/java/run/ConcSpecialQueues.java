// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Queues with a character of their own: by priority, by time, hand to hand without storage, and transfer. */
public class ConcSpecialQueues {
    interface Task {
        void run() throws InterruptedException;
    }

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

    static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
    }

    record Job(int priority, String name) { }

    static void byPriority() throws InterruptedException {
        PriorityBlockingQueue<Job> queue = new PriorityBlockingQueue<>(2,
            Comparator.comparingInt(Job::priority).reversed().thenComparing(Job::name));
        List<Thread> team = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int me = t;
            team.add(start("submitter-" + t, () -> {
                for (int i = 0; i < 20; i++) {
                    queue.put(new Job((i * 7 + me) % 5, "j" + me + "-" + i));
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        List<Job> order = new ArrayList<>();
        queue.drainTo(order, 57);
        boolean sorted = true;
        for (int i = 1; i < order.size(); i++) {
            sorted &= order.get(i - 1).priority() >= order.get(i).priority();
        }
        System.out.println("first " + order.get(0) + ", sorted " + sorted + ", last of all " + queue.take().name() + " "
            + queue.take().name() + " " + queue.take().name() + ", room " + queue.remainingCapacity());
        Thread taker = start("taker", () -> System.out.println("the waiting one got " + queue.take().name()));
        awaitWaiting(taker);
        queue.offer(new Job(1, "late"));
        taker.join();
        System.out.println("nothing left: " + queue.poll(5, TimeUnit.MILLISECONDS));
    }

    record Alarm(String name, long due) implements Delayed {
        static Alarm in(String name, long millis) {
            return new Alarm(name, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Alarm) other).due);
        }
    }

    /** Elements come out in the order in which they fall due, and none before its time. */
    static void byTime() throws InterruptedException {
        DelayQueue<Alarm> queue = new DelayQueue<>();
        System.out.println("nothing is due: " + queue.poll() + ", or comes: " + queue.poll(5, TimeUnit.MILLISECONDS));
        queue.add(Alarm.in("an hour", 3_600_000));
        System.out.println("size " + queue.size() + ", due " + queue.poll() + ", next " + queue.peek().name()
            + ", in 5 ms " + queue.poll(5, TimeUnit.MILLISECONDS));
        List<String> rung = Collections.synchronizedList(new ArrayList<>());
        boolean[] early = new boolean[2];
        List<Thread> takers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int me = i;
            takers.add(start("sleeper-" + i, () -> {
                for (int n = 0; n < 2; n++) {
                    Alarm a = queue.take();
                    early[me] |= System.nanoTime() < a.due();
                    rung.add(a.name());
                }
            }));
        }
        for (Thread t : takers) {
            awaitWaiting(t);
        }
        for (int millis : new int[] {40, 10, 30, 20}) {
            queue.put(Alarm.in(millis + " ms", millis));
        }
        for (Thread t : takers) {
            t.join();
        }
        Collections.sort(rung);
        System.out.println("rung " + rung + ", early " + (early[0] || early[1]) + ", left " + queue.size());
    }

    /** A synchronous queue has no inside: a put lasts until its take. */
    static void handToHand(boolean fair) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>(fair);
        System.out.println("nobody waits: offer " + queue.offer("x") + ", poll " + queue.poll() + ", in 5 ms "
            + queue.offer("x", 5, TimeUnit.MILLISECONDS) + " " + queue.poll(5, TimeUnit.MILLISECONDS) + ", size "
            + queue.size() + ", peek " + queue.peek() + ", room " + queue.remainingCapacity());
        List<Thread> putters = new ArrayList<>();
        for (String item : new String[] {"first", "second", "third"}) {
            Thread t = start(item, () -> queue.put(item));
            awaitWaiting(t);
            putters.add(t);
        }
        String[] got = {queue.take(), queue.poll(), queue.poll(60, TimeUnit.SECONDS)};
        for (Thread t : putters) {
            t.join();
        }
        System.out.println((fair ? "first come first served " : "the last goes first ") + Arrays.toString(got));
        Thread taker = start("taker", () -> queue.take());
        awaitWaiting(taker);
        System.out.println("somebody waits: offer " + queue.offer("now"));
        taker.join();
    }

    static void transfer() throws InterruptedException {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        System.out.println("tryTransfer to nobody " + queue.tryTransfer("a") + ", in 5 ms "
            + queue.tryTransfer("a", 5, TimeUnit.MILLISECONDS) + ", stored " + queue.size());
        queue.put("stored");
        Thread giver = start("giver", () -> queue.transfer("handed over"));
        awaitWaiting(giver);
        System.out.println("the giver waits at the back: " + queue + ", consumers " + queue.hasWaitingConsumer());
        System.out.println("take " + queue.take() + ", giver still waits " + giver.isAlive());
        System.out.println("take " + queue.take());
        giver.join();
        Thread taker = start("taker", () -> System.out.println("taker got " + queue.take()));
        awaitWaiting(taker);
        System.out.println("consumers " + queue.getWaitingConsumerCount() + ", empty " + queue.isEmpty());
        if (!queue.tryTransfer("directly")) {
            throw new AssertionError("a consumer was waiting");
        }
        taker.join();
        traffic(queue);
    }

    static void traffic(BlockingQueue<String> queue) throws InterruptedException {
        int[] lengths = new int[3];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            int me = i;
            team.add(start("putter-" + i, () -> {
                for (int n = 0; n < 60; n++) {
                    queue.put("x".repeat(n + me));
                }
            }));
            team.add(start("taker-" + i, () -> {
                for (int n = 0; n < 60; n++) {
                    lengths[me] += queue.take().length();
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println(queue.getClass().getSimpleName() + " passed on " + Arrays.stream(lengths).sum() + ", left "
            + queue.size());
    }

    public static void main(String[] args) throws InterruptedException {
        byPriority();
        byTime();
        handToHand(true);
        handToHand(false);
        transfer();
        traffic(new SynchronousQueue<>(true));
        traffic(new SynchronousQueue<>());
        traffic(new PriorityBlockingQueue<>());
    }
}
