// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The executor services of the factory: submission, bulk calls, cancellation, orderly and sudden shutdown. */
public class ConcExecutors {
    static int collatz(long n) {
        int steps = 0;
        for (; n != 1; steps++) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        }
        return steps;
    }

    static String outcome(Future<?> future) throws InterruptedException, TimeoutException {
        try {
            return "" + future.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return "failed: " + root;
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        System.out.println("  ended " + pool.awaitTermination(60, TimeUnit.SECONDS) + " " + pool.isShutdown() + " "
            + pool.isTerminated());
    }

    static void submissions(String name, ExecutorService pool) throws Exception {
        AtomicInteger executed = new AtomicInteger();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            int n = i;
            futures.add(pool.submit(() -> collatz(n)));
            pool.execute(executed::incrementAndGet);
        }
        int sum = 0;
        for (Future<Integer> f : futures) {
            sum += f.get();
        }
        Future<?> empty = pool.submit(() -> { });
        Future<String> given = pool.submit(() -> { }, "given");
        Future<Object> failing = pool.submit(() -> {
            throw new IllegalArgumentException("task failed");
        });
        System.out.println(name + ": sum " + sum + ", " + outcome(empty) + " " + outcome(given) + " "
            + outcome(failing));
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            int n = i;
            calls.add(() -> {
                if (n % 5 == 0) {
                    throw new Exception("fifth " + n);
                }
                return n * n;
            });
        }
        StringBuilder all = new StringBuilder("  all:");
        for (Future<Integer> f : pool.invokeAll(calls)) {
            all.append(' ').append(f.isDone() ? outcome(f) : "not done");
        }
        System.out.println(all);
        end(pool);
        System.out.println("  executed " + executed);
    }

    /** invokeAny fails only if all fail; what is late for a time limit is cancelled. */
    static void anyAndLimits() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CountDownLatch never = new CountDownLatch(1);
        String any = pool.invokeAny(List.<Callable<String>>of(
            () -> {
                throw new IllegalStateException("first fails");
            },
            () -> {
                never.await();
                return "never";
            },
            () -> "the only one to succeed"));
        System.out.println("any: " + any);
        try {
            Callable<String> failing = () -> {
                throw new IllegalStateException("all fail alike");
            };
            pool.invokeAny(List.of(failing, failing));
        } catch (ExecutionException e) {
            System.out.println("none: " + e.getMessage());
        }
        try {
            pool.invokeAny(List.<Callable<String>>of(() -> {
                never.await();
                return "never";
            }), 10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("none in time");
        }
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch quick = new CountDownLatch(1);
        List<Future<String>> late = pool.invokeAll(List.<Callable<String>>of(() -> {
            quick.countDown();
            return "quick";
        }, () -> {
            try {
                quick.await();
                never.await();
                return "never";
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }), 250, TimeUnit.MILLISECONDS);
        System.out.println("in time: " + outcome(late.get(0)) + ", " + outcome(late.get(1)));
        end(pool);
        System.out.println("  interrupted " + interrupted);
    }

    /** shutdown lets the queue run dry; shutdownNow hands it back and interrupts who is working. */
    static void shutdowns() throws Exception {
        ExecutorService orderly = Executors.newSingleThreadExecutor();
        StringBuilder order = new StringBuilder();
        for (char c = 'a'; c <= 'h'; c++) {
            char letter = c;
            orderly.execute(() -> order.append(letter));
        }
        end(orderly);
        System.out.println("single thread kept the order " + order);

        ExecutorService sudden = Executors.newFixedThreadPool(2);
        CountDownLatch busy = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        List<Future<String>> futures = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            int n = i;
            futures.add(sudden.submit(() -> {
                busy.countDown();
                never.await();
                return "task " + n;
            }));
        }
        busy.await();
        futures.get(5).cancel(false);
        List<Runnable> returned = sudden.shutdownNow();
        System.out.println("returned " + returned.size() + ", ended " + sudden.awaitTermination(60, TimeUnit.SECONDS));
        for (int i : new int[] {0, 1, 5}) {
            System.out.println("task " + i + ": " + outcome(futures.get(i)));
        }
        for (Runnable r : returned) {
            ((Future<?>) r).cancel(false);
        }
        System.out.println("task 3: " + outcome(futures.get(3)));
        System.out.println("terminated before: " + sudden.isTerminated() + ", once more " + sudden.shutdownNow());
    }

    /** Results in the order in which they come, whatever it is: their sum does not depend on it. */
    static void completion() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool(r -> new Thread(r, "crunch"));
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        List<Future<Integer>> submitted = new ArrayList<>();
        for (int i = 1; i <= 15; i++) {
            int n = i;
            submitted.add(service.submit(() -> n * 3));
        }
        int sum = 0;
        for (int i = 0; i < 15; i++) {
            Future<Integer> next = service.take();
            sum += submitted.contains(next) && next.isDone() ? next.get() : 10_000;
        }
        System.out.println("completed in some order: " + sum + ", more to come " + service.poll());
        end(pool);
    }

    public static void main(String[] args) throws Exception {
        submissions("fixed", Executors.newFixedThreadPool(3));
        submissions("cached", Executors.newCachedThreadPool());
        submissions("single", Executors.newSingleThreadExecutor());
        submissions("stealing", Executors.newWorkStealingPool(2));
        anyAndLimits();
        shutdowns();
        completion();
    }
}
