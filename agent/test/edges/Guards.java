package edges;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.IntFunction;

/** What is ordered by locks, barriers and collections. */
public final class Guards {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("OwnLock", OwnLock::run), Map.entry("Stamped", Stamped::run), Map.entry("Waiting", Waiting::run),
            Map.entry("Barrier", Barrier::run), Map.entry("Phases", Phases::run), Map.entry("Computed", Computed::run),
            Map.entry("Mapped", Mapped::run), Map.entry("Iterated", Iterated::run), Map.entry("Queued", Queued::run),
            Map.entry("Drained", Drained::run), Map.entry("Polled", Polled::run));
    }

    private static void together(Cases.Work... works) throws Exception {
        Thread[] threads = new Thread[works.length];
        for (int at = 0; at < works.length; at++) {
            threads[at] = Cases.start(works[at]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static final class OwnLock extends AbstractQueuedSynchronizer {
        static int x;

        @Override
        protected boolean tryAcquire(int count) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int count) {
            setState(0);
            return true;
        }

        static void run(boolean isRacy) throws Exception {
            OwnLock lock = new OwnLock();
            Cases.Work work = () -> {
                for (int round = 0; round < 5; round++) {
                    lock.acquire(1);
                    if (!isRacy) {
                        x++;
                    }
                    lock.release(1);
                }
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
            };
            together(work, work, work);
        }
    }

    static final class Stamped {
        static int x;

        static void run(boolean isRacy) throws Exception {
            StampedLock lock = new StampedLock();
            Cases.Work work = () -> {
                for (int round = 0; round < 5; round++) {
                    long stamp = lock.readLock();
                    int seen = x;
                    long write = lock.tryConvertToWriteLock(stamp);
                    if (write == 0 && !isRacy) {
                        lock.unlockRead(stamp);
                        write = lock.writeLock();
                    }
                    x = seen + 1;
                    if (write == 0) {
                        lock.unlockRead(stamp);
                        continue;
                    }
                    long read = lock.tryConvertToReadLock(write);
                    seen += x;
                    if (round % 2 == 0) {
                        lock.unlock(read);
                    } else {
                        lock.tryConvertToOptimisticRead(read);
                    }
                    stamp = lock.tryOptimisticRead();
                    stamp = stamp == 0 ? 0 : lock.tryConvertToWriteLock(stamp);
                    if (stamp != 0) {
                        x += seen;
                        lock.tryUnlockWrite();
                    }
                }
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
            };
            together(work, work, work);
        }
    }

    /** The signal comes before what was waited for, as no reordering may forget. */
    static final class Waiting {
        static int x;

        static void run(boolean isRacy) throws Exception {
            wait(new ReentrantLock(), isRacy);
            wait(new ReentrantReadWriteLock().writeLock(), isRacy);
        }

        private static void wait(Lock lock, boolean isRacy) throws Exception {
            Condition isReady = lock.newCondition();
            boolean[] ready = {false};
            together(() -> {
                lock.lock();
                while (!ready[0]) {
                    isReady.await();
                }
                lock.unlock();
                if (isRacy) {
                    Cases.pause();
                }
                x++;
            }, () -> {
                Cases.pause();
                if (!isRacy) {
                    x++;
                }
                lock.lock();
                ready[0] = true;
                isReady.signalAll();
                lock.unlock();
                if (isRacy) {
                    x++;
                }
            });
        }
    }

    static final class Barrier {
        static int x;
        static final int[] PARTS = new int[2];

        static void run(boolean isRacy) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2, () -> x += PARTS[0] + PARTS[1]);
            Cases.Work[] works = new Cases.Work[2];
            for (int each = 0; each < 2; each++) {
                int number = each;
                works[each] = () -> {
                    for (int round = 0; round < 3; round++) {
                        PARTS[number]++;
                        barrier.await();
                        PARTS[number] += x;
                        if (isRacy) {
                            x++;
                            Cases.pause();
                        }
                        barrier.await();
                    }
                };
            }
            together(works);
        }
    }

    static final class Phases {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser phaser = new Phaser(2) {
                @Override
                protected boolean onAdvance(int phase, int parties) {
                    x++;
                    return false;
                }
            };
            Cases.Work work = () -> {
                int sum = 0;
                for (int round = 0; round < 3; round++) {
                    phaser.arriveAndAwaitAdvance();
                    sum += x;
                    if (isRacy) {
                        x = sum;
                        Cases.pause();
                    }
                    phaser.arriveAndAwaitAdvance();
                }
            };
            together(work, work);
        }
    }

    private static final class Cell {
        int value;
    }

    static final class Computed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Map<Integer, Cell> map = new ConcurrentHashMap<>();
            Map<Object, Cell> others = new ConcurrentHashMap<>();
            IntFunction<Cases.Work> work = number -> () -> {
                for (int round = 0; round < 20; round++) {
                    int key = isRacy ? number : 1;
                    map.compute(key, (same, cell) -> {
                        x++;
                        Cell filled = cell == null ? new Cell() : cell;
                        filled.value++;
                        return filled;
                    });
                    map.merge(2, new Cell(), (cell, fresh) -> {
                        cell.value += fresh.value + 1;
                        return cell;
                    });
                    map.computeIfPresent(2, (same, cell) -> {
                        cell.value++;
                        return cell;
                    });
                    others.computeIfAbsent(List.of(3), same -> {
                        Cell cell = new Cell();
                        cell.value = 7;
                        return cell;
                    });
                    if (others.get(List.of(3)).value != 7) {
                        throw new AssertionError();
                    }
                }
            };
            together(work.apply(10), work.apply(11));
        }
    }

    static final class Mapped {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (Map<String, Cell> map : List.of(new ConcurrentHashMap<String, Cell>(), new ConcurrentSkipListMap<String, Cell>(),
                Collections.synchronizedMap(new java.util.HashMap<String, Cell>()))) {
                together(() -> {
                    if (!isRacy) {
                        x++;
                    }
                    Cell cell = new Cell();
                    cell.value = 3;
                    map.put("key", cell);
                    if (isRacy) {
                        x++;
                    }
                }, () -> {
                    map.put("other", new Cell());
                    while (map.get("key") == null) {
                        Thread.onSpinWait();
                    }
                    map.get("key").value++;
                    if (isRacy) {
                        Cases.pause();
                    }
                    x++;
                });
            }
        }
    }

    static final class Iterated {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Map<Integer, Cell> map = new ConcurrentHashMap<>();
            Cases.Work[] works = new Cases.Work[3];
            for (int each = 0; each < 2; each++) {
                int number = each;
                works[each] = () -> {
                    for (int round = 0; round < 20; round++) {
                        Cell cell = new Cell();
                        cell.value = round;
                        map.put(number * 100 + round, cell);
                    }
                    if (isRacy) {
                        x++;
                    }
                };
            }
            works[2] = () -> {
                int found = 0;
                for (int round = 0; found < 40; round++) {
                    found = 0;
                    for (Cell cell : map.values()) {
                        found += cell.value >= 0 ? 1 : 0;
                    }
                }
                if (isRacy) {
                    x++;
                }
            };
            together(works);
        }
    }

    static final class Queued {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (BlockingQueue<Integer> queue : List.of(new ArrayBlockingQueue<Integer>(3), new LinkedBlockingQueue<Integer>(),
                new LinkedBlockingDeque<Integer>(), new PriorityBlockingQueue<Integer>(), new SynchronousQueue<Integer>())) {
                int[] handed = new int[20];
                together(() -> {
                    for (int each = 0; each < handed.length; each++) {
                        handed[each] = each;
                        queue.put(each);
                        if (isRacy) {
                            Cases.pause();
                            x++;
                            return;
                        }
                    }
                }, () -> {
                    for (int each = 0; each < handed.length; each++) {
                        handed[queue.take()]++;
                        if (isRacy) {
                            x++;
                            return;
                        }
                    }
                });
            }
        }
    }

    /** Two put, one takes all, and touches what the one put who was not the last. */
    static final class Drained {
        static int x;

        static void run(boolean isRacy) throws Exception {
            BlockingQueue<Cell> queue = new LinkedBlockingQueue<>();
            Cases.Work put = () -> {
                for (int round = 0; round < 10; round++) {
                    Cell cell = new Cell();
                    cell.value++;
                    queue.put(cell);
                    cell = isRacy ? cell : new Cell();
                    cell.value++;
                }
                if (isRacy) {
                    x++;
                }
            };
            together(put, put, () -> {
                List<Cell> all = new ArrayList<>();
                while (all.size() < 20) {
                    queue.drainTo(all);
                }
                for (Iterator<Cell> each = all.iterator(); each.hasNext();) {
                    each.next().value++;
                }
                x++;
            });
        }
    }

    static final class Polled {
        static int x;

        static void run(boolean isRacy) throws Exception {
            List<Integer> list = Collections.synchronizedList(new ArrayList<>());
            together(() -> {
                Cases.pause();
                if (!isRacy) {
                    x++;
                }
                list.add(1);
                if (isRacy) {
                    x++;
                }
            }, () -> {
                while (list.isEmpty()) {
                    Thread.onSpinWait();
                }
                if (isRacy) {
                    Cases.pause();
                }
                x++;
            });
        }
    }
}
