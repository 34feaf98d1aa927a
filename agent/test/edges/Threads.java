package edges;

import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** What is ordered by interrupts and by the ends of threads, and clones, which are objects of their own. */
public final class Threads {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Sleeping", Sleeping::run), Map.entry("AtLatch", AtLatch::run), Map.entry("AtSemaphore", AtSemaphore::run),
            Map.entry("Taking", Taking::run), Map.entry("Joining", Joining::run), Map.entry("Cancelled", Cancelled::run),
            Map.entry("ShutDownNow", ShutDownNow::run), Map.entry("State", State::run), Map.entry("Cloned", Cloned::run),
            Map.entry("ClonedByList", ClonedByList::run), Map.entry("ClonedArray", ClonedArray::run));
    }

    /** The twin writes behind the interrupt. */
    private static void interrupt(Thread thread, Runnable write, boolean isRacy) throws Exception {
        Cases.pause();
        if (!isRacy) {
            write.run();
        }
        thread.interrupt();
        if (isRacy) {
            write.run();
        }
        thread.join();
    }

    private static Thread interrupted(Cases.Work waiting, Runnable read) {
        return Cases.start(() -> {
            try {
                waiting.run();
                throw new AssertionError("not interrupted");
            } catch (InterruptedException expected) {
                read.run();
            }
        });
    }

    static final class Sleeping {
        static int x;

        static void run(boolean isRacy) throws Exception {
            interrupt(interrupted(() -> Thread.sleep(100_000), () -> x++), () -> x++, isRacy);
        }
    }

    static final class AtLatch {
        static int x;

        static void run(boolean isRacy) throws Exception {
            interrupt(interrupted(() -> new CountDownLatch(1).await(), () -> x++), () -> x++, isRacy);
        }
    }

    static final class AtSemaphore {
        static int x;

        static void run(boolean isRacy) throws Exception {
            interrupt(interrupted(() -> new Semaphore(0).acquire(), () -> x++), () -> x++, isRacy);
        }
    }

    static final class Taking {
        static int x;

        static void run(boolean isRacy) throws Exception {
            interrupt(interrupted(() -> new LinkedBlockingQueue<Integer>().take(), () -> x++), () -> x++, isRacy);
        }
    }

    static final class Joining {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Thread main = Thread.currentThread();
            interrupt(interrupted(main::join, () -> x++), () -> x++, isRacy);
        }
    }

    static final class Cancelled {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            Future<?> future = pool.submit(() -> {
                try {
                    Thread.sleep(100_000);
                } catch (InterruptedException expected) {
                    x++;
                }
            });
            Cases.pause();
            if (!isRacy) {
                x++;
            }
            future.cancel(true);
            if (isRacy) {
                x++;
            }
            pool.shutdown();
        }
    }

    static final class ShutDownNow {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            pool.execute(() -> {
                if (isRacy) {
                    x++;
                }
                try {
                    Thread.sleep(100_000);
                } catch (InterruptedException expected) {
                    x++;
                }
            });
            Cases.pause();
            x++;
            pool.shutdownNow();
        }
    }

    static final class State {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Thread thread = Cases.start(() -> x++);
            while (!isRacy && thread.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
            if (isRacy) {
                Cases.pause();
            }
            x++;
        }
    }

    private static final class Point implements Cloneable {
        int value;

        Point copy() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException never) {
                throw new AssertionError(never);
            }
        }
    }

    private static void touch(boolean isRacy, Runnable original, Runnable clone) throws Exception {
        Thread thread = Cases.start(() -> {
            original.run();
            if (isRacy) {
                clone.run();
            }
        });
        clone.run();
        thread.join();
    }

    static final class Cloned {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Point point = new Point();
            Cases.start(() -> point.value++).join();
            Point copy = point.copy();
            touch(isRacy, () -> point.value++, () -> {
                copy.value++;
                if (isRacy) {
                    x++;
                }
            });
            AtomicReference<Point> last = new AtomicReference<>(point);
            Cases.Work copying = () -> {
                for (int round = 0; round < 50; round++) {
                    Point seen = last.get();
                    Point next = seen.copy();
                    next.value++;
                    last.compareAndSet(seen, next);
                }
            };
            Thread other = Cases.start(copying);
            copying.run();
            other.join();
        }
    }

    private static final class Named extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        int value;
    }

    static final class ClonedByList {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Named list = new Named();
            Cases.start(() -> list.value++).join();
            Named copy = (Named) list.clone();
            touch(isRacy, () -> list.value++, () -> {
                copy.value++;
                if (isRacy) {
                    x++;
                }
            });
        }
    }

    static final class ClonedArray {
        static int x;

        static void run(boolean isRacy) throws Exception {
            int[] array = new int[3];
            Cases.start(() -> array[0]++).join();
            int[] copy = array.clone();
            touch(isRacy, () -> array[0]++, () -> {
                copy[0]++;
                if (isRacy) {
                    x++;
                }
            });
        }
    }
}
