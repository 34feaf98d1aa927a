import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads: more of them than carriers, blocking in locks, sleeping, joined. For release 21 and later. */
public final class Virtual {
    private static int guarded;
    private static int counted;

    public static void main(String[] arguments) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int task = 0; task < 2000; task++) {
                int[] input = {task};
                results.add(each.submit(() -> {
                    lock.lock();
                    try {
                        guarded++;
                        if (input[0] % 100 == 0) {
                            Thread.sleep(1);
                        }
                    } finally {
                        lock.unlock();
                    }
                    synchronized (monitor) {
                        counted += input[0] % 2;
                    }
                    return input[0];
                }));
            }
            long sum = 0;
            for (Future<Integer> result : results) {
                sum += result.get();
            }
            System.out.println(sum);
        }
        Thread last = Thread.ofVirtual().start(() -> guarded += 5);
        last.join();
        System.out.println(guarded + " " + counted);
    }
}
