import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Free of races by nothing but java.util.concurrent, in many ways: a race found here is an edge that was not recorded. */
public final class Library {
    private static int guarded;
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final AtomicIntegerFieldUpdater<Library> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Library.class, "updated");
    private static final VarHandle HANDLE;

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(Library.class, "handled", int.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    private volatile int updated;
    private int handled;
    private double rate;
    private long sum;
    private final byte[] bytes = new byte[3];
    private final boolean[] flags = new boolean[3];
    private final Object[] texts = new String[2];

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isReady = lock.newCondition();
    private boolean ready;
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();
    private final CountDownLatch latch = new CountDownLatch(4);
    private final Semaphore permit = new Semaphore(1);
    private final BlockingQueue<int[]> queue = new LinkedBlockingQueue<>();
    private final Map<String, int[]> map = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws Exception {
        Library it = new Library();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<int[]>> results = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            int[] input = {number};
            results.add(pool.submit(() -> it.task(input[0])));
        }
        int total = 0;
        // Nothing else tells us of what is in the queue.
        for (int number = 0; number < 4; number++) {
            total += it.queue.take()[0];
        }
        for (Future<int[]> result : results) {
            total += result.get()[0];
        }
        it.latch.await();
        for (int[] each : it.map.values()) {
            total += each[0];
        }
        CompletableFuture<int[]> stages = CompletableFuture.supplyAsync(() -> new int[] {5 + guarded}, pool)
            .thenApply(found -> new int[] {found[0] + guarded});
        total += stages.get()[0];
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(total + " " + it.rate + " " + it.sum + " " + it.updated + " " + it.handled + " " + COUNT + " "
            + Arrays.toString(it.bytes) + " " + new ForkJoinPool(2).invoke(new Sum(0, 100)) + " " + permits());
    }

    private int[] task(int number) throws InterruptedException {
        lock.lock();
        try {
            guarded++;
            while (!ready && number == 0) {
                isReady.await(10, TimeUnit.MILLISECONDS);
                ready = true;
            }
            ready = true;
            isReady.signalAll();
        } finally {
            lock.unlock();
        }
        both.writeLock().lock();
        rate += 1.5;
        sum += 3;
        both.writeLock().unlock();
        both.readLock().lock();
        double seen = rate + sum;
        both.readLock().unlock();
        long stamp = stamped.writeLock();
        flags[number % 3] = true;
        bytes[number % 3]++;
        stamped.unlockWrite(stamp);
        stamp = stamped.readLock();
        seen += bytes[0];
        stamped.unlockRead(stamp);
        permit.acquire();
        texts[number % 2] = "text " + seen;
        permit.release();
        queue.put(new int[] {number});
        map.put("key " + number, new int[] {number});
        COUNT.incrementAndGet();
        UPDATER.incrementAndGet(this);
        HANDLE.getAndAdd(this, 2);
        latch.countDown();
        return new int[] {number + Initialised.values[0]};
    }

    private static final class Initialised {
        static int[] values = {1};
    }

    private static final class Sum extends RecursiveTask<Integer> {
        private final int from;
        private final int to;
        private int result;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 10) {
                for (int each = from; each < to; each++) {
                    result += each;
                }
                return result;
            }
            Sum left = new Sum(from, (from + to) / 2);
            Sum right = new Sum((from + to) / 2, to);
            left.fork();
            result = right.compute() + left.join();
            return result + left.result - left.result;
        }
    }

    private static String permits() throws InterruptedException {
        String[] seen = {""};
        Thread parked = new Thread(() -> {
            LockSupport.park();
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException interrupted) {
                seen[0] += "interrupted";
            }
        });
        parked.start();
        LockSupport.unpark(parked);
        parked.interrupt();
        while (parked.isAlive()) {
            Thread.onSpinWait();
        }
        return seen[0];
    }
}
