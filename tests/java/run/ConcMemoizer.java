// run: min=17
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A memoizer of futures: whoever asks first computes, the others wait for it, and a failure may be tried again. */
public class ConcMemoizer {
    static final class Memoizer<A, V> {
        private final ConcurrentHashMap<A, FutureTask<V>> cache = new ConcurrentHashMap<>();

        V compute(A argument, Callable<V> function) throws InterruptedException, ExecutionException {
            FutureTask<V> answer = cache.get(argument);
            if (answer == null) {
                FutureTask<V> mine = new FutureTask<>(function);
                answer = cache.putIfAbsent(argument, mine);
                if (answer == null) {
                    answer = mine;
                    mine.run();
                }
            }
            try {
                return answer.get();
            } catch (ExecutionException e) {
                cache.remove(argument, answer);
                throw e;
            }
        }

        int size() {
            return cache.size();
        }
    }

    static final int LIMIT = 120;
    static final AtomicIntegerArray CALLS = new AtomicIntegerArray(LIMIT + 1);
    static final Memoizer<Integer, BigInteger> FIBONACCI = new Memoizer<>();

    /** Each number waits only for smaller ones, so threads that wait for each other's numbers never form a circle. */
    static BigInteger fibonacci(int n) throws InterruptedException, ExecutionException {
        return FIBONACCI.compute(n, () -> {
            CALLS.incrementAndGet(n);
            if (n < 2) {
                return BigInteger.valueOf(n);
            }
            Thread.yield();
            return fibonacci(n - 1).add(fibonacci(n - 2));
        });
    }

    static void together() throws InterruptedException {
        int[] starts = {LIMIT, LIMIT / 2, LIMIT / 3, LIMIT - 1, 7};
        BigInteger[] answers = new BigInteger[starts.length];
        CyclicBarrier line = new CyclicBarrier(starts.length);
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < starts.length; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                try {
                    line.await();
                    answers[me] = fibonacci(starts[me]);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            team.add(t);
            t.start();
        }
        for (Thread t : team) {
            t.join();
        }
        TreeMap<Integer, Integer> histogram = new TreeMap<>();
        for (int n = 0; n <= LIMIT; n++) {
            histogram.merge(CALLS.get(n), 1, Integer::sum);
        }
        for (int i = 0; i < starts.length; i++) {
            System.out.println("fibonacci " + starts[i] + " = " + answers[i]);
        }
        System.out.println("numbers by how often they were computed " + histogram + ", kept " + FIBONACCI.size());
    }

    /** The first attempt fails for everybody who waits for it; the next is a new one. */
    static void failures() throws Exception {
        Memoizer<String, Integer> memo = new Memoizer<>();
        for (int attempt = 0; attempt < 3; attempt++) {
            int divisor = attempt;
            try {
                System.out.println("attempt " + attempt + ": " + memo.compute("key", () -> 100 / divisor) + ", kept "
                    + memo.size());
            } catch (ExecutionException e) {
                System.out.println("attempt " + attempt + ": " + e.getMessage() + ", kept " + memo.size());
            }
        }
        try {
            memo.compute("nested", () -> memo.compute("inner", () -> Integer.parseInt("twelve")));
        } catch (ExecutionException e) {
            int depth = 0;
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
                depth++;
            }
            System.out.println("nested failure at depth " + depth + ": " + root.getMessage() + ", kept " + memo.size());
        }
    }

    public static void main(String[] args) throws Exception {
        together();
        failures();
    }
}
