// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** ReentrantLock: hold counts, queues, fairness, time limits, a lock chain by hand over hand, and who may call what. */
public class ConcReentrantLock {
    interface Action {
        void run() throws InterruptedException;
    }

    static Thread start(String name, Action body) {
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

    static String plain(Object lock) {
        return lock.toString().replaceAll("[\\w.$]*@[0-9a-f]+", "");
    }

    static void holding() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        System.out.println("new " + plain(lock) + " fair " + lock.isFair());
        lock.lock();
        lock.lock();
        System.out.println("held " + lock.getHoldCount() + ", try again " + lock.tryLock() + ", now "
            + lock.getHoldCount() + " " + plain(lock));
        start("outsider", () -> {
            System.out.println("outsider: locked " + lock.isLocked() + ", mine " + lock.isHeldByCurrentThread()
                + ", try " + lock.tryLock() + ", try 15 ms " + lock.tryLock(15, TimeUnit.MILLISECONDS)
                + ", count " + lock.getHoldCount());
            try {
                lock.unlock();
            } catch (IllegalMonitorStateException e) {
                System.out.println("outsider may not unlock: " + e.getMessage());
            }
        }).join();
        for (int i = 0; i < 3; i++) {
            lock.unlock();
        }
        System.out.println("left " + lock.getHoldCount() + " " + plain(lock));
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("unlocked once too often");
        }
    }

    /** Threads queue one by one behind the holder; the lock is then handed on in that order. */
    static void queueing(boolean fair) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(fair);
        List<String> order = new ArrayList<>();
        List<Thread> team = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 6; i++) {
            Thread t = start("t" + i, () -> {
                lock.lock();
                try {
                    order.add(Thread.currentThread().getName());
                } finally {
                    lock.unlock();
                }
            });
            team.add(t);
            while (!lock.hasQueuedThread(t)) {
                Thread.yield();
            }
        }
        System.out.println((fair ? "fair" : "unfair") + " queue of " + lock.getQueueLength() + ", any "
            + lock.hasQueuedThreads() + ", the holder itself " + lock.hasQueuedThread(Thread.currentThread()));
        lock.unlock();
        for (Thread t : team) {
            t.join();
        }
        System.out.println("served " + order);
    }

    /** A sorted list whose nodes are locked hand over hand: a thread holds two locks at most and goes one way only. */
    static final class SortedList {
        private static final class Node {
            final ReentrantLock lock = new ReentrantLock();
            final int value;
            Node next;

            Node(int value, Node next) {
                this.value = value;
                this.next = next;
            }
        }

        private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

        boolean insert(int value) {
            Node left = head;
            left.lock.lock();
            Node right = left.next;
            right.lock.lock();
            while (right.value < value) {
                left.lock.unlock();
                left = right;
                right = right.next;
                right.lock.lock();
            }
            try {
                if (right.value == value) {
                    return false;
                }
                left.next = new Node(value, right);
                return true;
            } finally {
                right.lock.unlock();
                left.lock.unlock();
            }
        }

        String summary() {
            int size = 0;
            boolean sorted = true;
            long sum = 0;
            for (Node n = head.next; n.next != null; n = n.next) {
                size++;
                sum += n.value;
                sorted &= n.value < n.next.value && !n.lock.isLocked();
            }
            return "size " + size + ", sum " + sum + ", sorted and unlocked " + sorted;
        }
    }

    static void handOverHand() throws InterruptedException {
        SortedList list = new SortedList();
        int[] inserted = new int[4];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < inserted.length; i++) {
            int me = i;
            team.add(start("inserter-" + i, () -> {
                for (int n = 0; n < 60; n++) {
                    inserted[me] += list.insert((n * (2 * me + 1)) % 101) ? 1 : 0;
                    if (n % 8 == 0) {
                        Thread.yield();
                    }
                }
            }));
        }
        int total = 0;
        for (int i = 0; i < inserted.length; i++) {
            team.get(i).join();
            total += inserted[i];
        }
        System.out.println("inserted " + total + ": " + list.summary());
    }

    public static void main(String[] args) throws InterruptedException {
        holding();
        queueing(true);
        queueing(false);
        handOverHand();
        ReentrantLock fair = new ReentrantLock(true);
        System.out.println("free at once: " + fair.tryLock(0, TimeUnit.SECONDS) + ", held " + fair.getHoldCount());
    }
}
