// run: min=17
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A scheduler whose workers own a deque each and steal from the others' far ends when their own is empty. */
public class ConcWorkStealing {
    interface Job {
        void run(Worker worker);
    }

    static final class Worker extends Thread {
        private final Scheduler scheduler;
        private final Deque<Job> jobs = new ArrayDeque<>();
        private final Random random;
        private int executed;
        private int stolen;

        Worker(Scheduler scheduler, int id) {
            super("worker-" + id);
            this.scheduler = scheduler;
            this.random = new Random(id);
        }

        /** The owner adds and takes at the back: the youngest job first, as a call would run it. */
        void spawn(Job job) {
            scheduler.open.incrementAndGet();
            synchronized (jobs) {
                jobs.addLast(job);
            }
            scheduler.wakeOne();
        }

        private Job own() {
            synchronized (jobs) {
                return jobs.pollLast();
            }
        }

        /** A thief takes at the front: the oldest job, which is likely the largest. */
        private Job steal() {
            int start = random.nextInt(scheduler.workers.size());
            for (int i = 0; i < scheduler.workers.size(); i++) {
                Worker victim = scheduler.workers.get((start + i) % scheduler.workers.size());
                if (victim != this) {
                    synchronized (victim.jobs) {
                        Job job = victim.jobs.pollFirst();
                        if (job != null) {
                            stolen++;
                            return job;
                        }
                    }
                }
            }
            return null;
        }

        @Override
        public void run() {
            while (scheduler.open.get() > 0) {
                Job job = own();
                if (job == null) {
                    job = steal();
                }
                if (job == null) {
                    scheduler.idle();
                    continue;
                }
                job.run(this);
                executed++;
                if (scheduler.open.decrementAndGet() == 0) {
                    scheduler.workers.forEach(LockSupport::unpark);
                } else if (executed % 16 == 0) {
                    Thread.yield();
                }
            }
        }
    }

    static final class Scheduler {
        final AtomicInteger open = new AtomicInteger();
        final List<Worker> workers = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();

        Scheduler(int size) {
            for (int i = 0; i < size; i++) {
                workers.add(new Worker(this, i));
            }
        }

        void wakeOne() {
            LockSupport.unpark(workers.get(next.getAndIncrement() % workers.size()));
        }

        void idle() {
            LockSupport.parkNanos(this, 2_000_000);
        }

        /** Runs one job and all that come of it. */
        int run(Job first) throws InterruptedException {
            workers.get(0).spawn(first);
            workers.forEach(Thread::start);
            int executed = 0;
            for (Worker w : workers) {
                w.join();
                executed += w.executed;
                if (w.stolen > w.executed || !w.jobs.isEmpty()) {
                    throw new AssertionError(w.getName() + " lost a job");
                }
            }
            return executed;
        }
    }

    static void fibonacci(Worker worker, int n, AtomicLong leaves) {
        if (n < 2) {
            leaves.addAndGet(n);
        } else {
            worker.spawn(w -> fibonacci(w, n - 1, leaves));
            worker.spawn(w -> fibonacci(w, n - 2, leaves));
        }
    }

    /** Sums a range by halves; each part reports to its parent's continuation. */
    static void sum(Worker worker, int from, int to, Consumer<Long> then) {
        if (to - from <= 64) {
            long sum = 0;
            for (int i = from; i < to; i++) {
                sum += (long) i * i;
            }
            then.accept(sum);
            return;
        }
        AtomicLong total = new AtomicLong();
        AtomicInteger missing = new AtomicInteger(2);
        Consumer<Long> part = value -> {
            total.addAndGet(value);
            if (missing.decrementAndGet() == 0) {
                then.accept(total.get());
            }
        };
        int middle = (from + to) >>> 1;
        worker.spawn(w -> sum(w, from, middle, part));
        worker.spawn(w -> sum(w, middle, to, part));
    }

    /** Subsets of the numbers from n down to 1 with a given sum: a search tree of very uneven branches. */
    static void subsets(Worker worker, int n, int rest, AtomicInteger found) {
        if (rest == 0) {
            found.incrementAndGet();
        } else if (n > 0 && rest > 0 && n * (n + 1) / 2 >= rest) {
            worker.spawn(w -> subsets(w, n - 1, rest - n, found));
            worker.spawn(w -> subsets(w, n - 1, rest, found));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int size : new int[] {1, 2, 4}) {
            AtomicLong leaves = new AtomicLong();
            int jobs = new Scheduler(size).run(w -> fibonacci(w, 15, leaves));
            AtomicLong squares = new AtomicLong();
            int parts = new Scheduler(size).run(w -> sum(w, 0, 10_000, squares::set));
            AtomicInteger found = new AtomicInteger();
            int nodes = new Scheduler(size).run(w -> subsets(w, 14, 40, found));
            System.out.println(size + " workers: fibonacci " + leaves + " in " + jobs + " jobs, squares "
                + squares + " in " + parts + ", subsets " + found + " in " + nodes);
        }
    }
}
