// run: min=17 args="900 4"
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A pipeline of stages with several workers each; the order lost on the way is restored before the last stage. */
public class ConcPipeline {
    sealed interface Message<T> permits Item, End { }

    record Item<T>(int number, T payload) implements Message<T> { }

    record End<T>() implements Message<T> { }

    /** Workers take from one queue and put into the next; the last of them to see the end passes it on. */
    static final class Stage<A, B> {
        final BlockingQueue<Message<B>> out;
        private final List<Thread> workers = new ArrayList<>();
        private final AtomicInteger running;
        private final AtomicInteger handled = new AtomicInteger();

        Stage(String name, int size, BlockingQueue<Message<A>> in, BlockingQueue<Message<B>> out, Function<A, B> work) {
            this.out = out;
            running = new AtomicInteger(size);
            for (int i = 0; i < size; i++) {
                workers.add(new Thread(() -> {
                    try {
                        run(in, work);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }, name + "-" + i));
            }
            workers.forEach(Thread::start);
        }

        private void run(BlockingQueue<Message<A>> in, Function<A, B> work) throws InterruptedException {
            for (Message<A> m = in.take();; m = in.take()) {
                if (m instanceof Item<A> item) {
                    B result = work.apply(item.payload());
                    handled.incrementAndGet();
                    if (result != null) {
                        out.put(new Item<>(item.number(), result));
                    }
                } else if (running.decrementAndGet() == 0) {
                    out.put(new End<>());
                    return;
                } else {
                    in.put(m);
                    return;
                }
            }
        }

        int join() throws InterruptedException {
            for (Thread t : workers) {
                t.join();
            }
            return handled.get();
        }
    }

    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    /** Turns a number round and adds it to itself until it reads the same both ways, and tells in how many steps. */
    static String lychrel(int n) {
        long value = n;
        for (int step = 0; step < 24; step++) {
            String digits = Long.toString(value);
            if (isPalindrome(digits)) {
                return step + ":" + digits;
            }
            value += Long.parseLong(new StringBuilder(digits).reverse().toString());
        }
        return null;
    }

    public static void main(String[] args) throws InterruptedException {
        int limit = Integer.parseInt(args[0]);
        int width = Integer.parseInt(args[1]);
        BlockingQueue<Message<Integer>> source = new ArrayBlockingQueue<>(8);
        Stage<Integer, String> search =
            new Stage<>("search", width, source, new LinkedBlockingQueue<>(5), ConcPipeline::lychrel);
        Stage<String, int[]> split = new Stage<>("split", 2, search.out, new ArrayBlockingQueue<>(1), s -> {
            int colon = s.indexOf(':');
            return new int[] {Integer.parseInt(s.substring(0, colon)), s.length() - colon - 1};
        });

        TreeMap<Integer, int[]> early = new TreeMap<>();
        List<Integer> inOrder = new ArrayList<>();
        int[] checksum = new int[2];
        Thread sink = new Thread(() -> {
            try {
                for (Message<int[]> m = split.out.take(); m instanceof Item<int[]> item; m = split.out.take()) {
                    early.put(item.number(), item.payload());
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            early.forEach((number, steps) -> {
                inOrder.add(number);
                checksum[0] = checksum[0] * 31 + steps[0];
                checksum[1] = Math.max(checksum[1], steps[0] * 100 + steps[1]);
            });
        }, "sink");
        sink.start();
        for (int n = 0; n < limit; n++) {
            source.put(new Item<>(n, n));
        }
        source.put(new End<>());
        System.out.println("searched " + search.join() + ", split " + split.join());
        sink.join();
        List<Integer> missing = new ArrayList<>();
        for (int n = 0; n < limit; n++) {
            if (!early.containsKey(n)) {
                missing.add(n);
            }
        }
        System.out.println("found " + inOrder.size() + ", ends " + early.firstKey() + " " + early.lastKey()
            + ", checksum " + checksum[0] + ", longest " + checksum[1]);
        System.out.println("no palindrome for " + missing);
        System.out.println("left in the queues " + split.out.size() + " " + search.out.size() + " " + source.size());
    }
}
