// run: min=21
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads: how they are made, what differs from platform threads, waits, interrupts, monitors, crowds. */
public class ConcVirtualThreads {
    interface Blocking {
        void run() throws Exception;
    }

    static final Object MONITOR = new Object();

    static String refused(Runnable action) {
        try {
            action.run();
            return "accepted";
        } catch (IllegalArgumentException | IllegalStateException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void making() throws InterruptedException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Runnable body = () -> seen.add("[" + Thread.currentThread().getName() + "] virtual "
            + Thread.currentThread().isVirtual());
        Thread.startVirtualThread(body).join();
        Thread.ofVirtual().name("named").start(body).join();
        Thread.Builder counted = Thread.ofVirtual().name("v-", 5);
        counted.start(body).join();
        counted.start(body).join();
        ThreadFactory factory = Thread.ofVirtual().name("made-", 0).factory();
        Thread made = factory.newThread(body);
        made.start();
        made.join();
        Thread.ofPlatform().name("platform").daemon().priority(7).start(body).join();
        System.out.println(seen);
        Thread v = Thread.ofVirtual().name("inspected").unstarted(body);
        System.out.println("state " + v.getState() + ", daemon " + v.isDaemon() + ", priority " + v.getPriority()
            + ", group " + v.getThreadGroup().getName() + ", alive " + v.isAlive());
        v.setPriority(Thread.MAX_PRIORITY);
        System.out.println("priority stays " + v.getPriority() + ", user thread " + refused(() -> v.setDaemon(false))
            + ", daemon " + refused(() -> v.setDaemon(true)));
        System.out.println("join before the start " + refused(() -> {
            try {
                v.join(Duration.ofMillis(1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        v.start();
        System.out.println("joined in time " + v.join(Duration.ofMinutes(1)) + ", state " + v.getState() + ", again "
            + refused(v::start));
    }

    static void awaitState(Thread thread, Thread.State wanted) {
        while (thread.getState() != wanted) {
            Thread.yield();
        }
    }

    /** Each kind of wait shows in the state, and an interrupt ends it. */
    static void waits() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Object[][] cases = {
            {"sleep", Thread.State.TIMED_WAITING, (Blocking) () -> Thread.sleep(Duration.ofHours(1))},
            {"park", Thread.State.WAITING, (Blocking) LockSupport::park},
            {"parkNanos", Thread.State.TIMED_WAITING, (Blocking) () -> LockSupport.parkNanos(3_600_000_000_000L)},
            {"take", Thread.State.WAITING, (Blocking) () -> new SynchronousQueue<String>().take()},
            {"lock", Thread.State.WAITING, (Blocking) lock::lockInterruptibly},
            {"latch", Thread.State.WAITING, (Blocking) () -> new CountDownLatch(1).await()}};
        for (Object[] c : cases) {
            StringBuilder end = new StringBuilder();
            Thread t = Thread.ofVirtual().start(() -> {
                try {
                    ((Blocking) c[2]).run();
                    end.append("returned");
                } catch (Exception e) {
                    end.append(e.getClass().getSimpleName());
                }
                end.append(", flag ").append(Thread.interrupted());
            });
            awaitState(t, (Thread.State) c[1]);
            boolean late = t.join(Duration.ofMillis(1));
            t.interrupt();
            t.join();
            System.out.println(c[0] + " " + c[1] + ", ended by itself " + late + ", then " + end);
        }
        lock.unlock();
    }

    static void monitors() throws InterruptedException {
        int[] count = new int[2];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            boolean adds = i % 2 == 0;
            team.add(Thread.ofVirtual().start(() -> {
                for (int n = 0; n < 50; n++) {
                    synchronized (MONITOR) {
                        while (!adds && count[0] == 0) {
                            try {
                                MONITOR.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                        count[0] += adds ? 1 : -1;
                        count[1]++;
                        MONITOR.notifyAll();
                    }
                    Thread.yield();
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println("monitor balanced at " + count[0] + " after " + count[1]);
    }

    static void locals() throws InterruptedException {
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> 10);
        inherited.set("from main");
        own.set(99);
        List<String> seen = new ArrayList<>();
        Runnable body = () -> {
            own.set(own.get() + 1);
            seen.add(inherited.get() + " " + own.get());
        };
        Thread.ofVirtual().start(body).join();
        Thread.ofVirtual().inheritInheritableThreadLocals(false).start(body).join();
        Thread.ofPlatform().inheritInheritableThreadLocals(true).start(body).join();
        System.out.println("locals " + seen + ", main's " + own.get());
    }

    static void failures() throws InterruptedException {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread.ofVirtual().name("doomed").uncaughtExceptionHandler((t, e) -> log.add(t.getName() + ": " + e))
            .start(() -> {
                throw new IllegalStateException("thrown in a virtual thread");
            }).join();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> log.add("default, virtual " + t.isVirtual() + ": " + e));
        Thread.startVirtualThread(() -> {
            int[] none = new int[0];
            none[0] = 1;
        }).join();
        System.out.println(log);
    }

    /** Hundreds that all sleep and meet, with one lock for all of them. */
    static void many() throws InterruptedException {
        int size = 400;
        CountDownLatch ready = new CountDownLatch(size);
        CountDownLatch go = new CountDownLatch(1);
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger atomic = new AtomicInteger();
        int[] plain = new int[1];
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int n = i;
            all.add(Thread.startVirtualThread(() -> {
                try {
                    ready.countDown();
                    go.await();
                    Thread.sleep(n % 7);
                    lock.lockInterruptibly();
                    plain[0] += n;
                    lock.unlock();
                    atomic.addAndGet(n);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        ready.await();
        go.countDown();
        for (Thread t : all) {
            t.join();
        }
        System.out.println(size + " added " + plain[0] + " and " + atomic);
    }

    public static void main(String[] args) throws InterruptedException {
        making();
        waits();
        monitors();
        locals();
        failures();
        many();
    }
}
