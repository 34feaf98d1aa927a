import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;

/**
 * Tasks of a pool. The exit status tells in which order they began, and by how manieth thread:
 * 1201010 is the order 2, 0, 1, of which the second was another thread's.
 */
public class Orders {
    static final List<Integer> order = new ArrayList<>();
    static final List<Thread> by = new ArrayList<>();

    static synchronized void ran(int task) {
        order.add(task);
        by.add(Thread.currentThread());
    }

    static synchronized int status() {
        StringBuilder digits = new StringBuilder("1");
        order.forEach(digits::append);
        List<Thread> distinct = by.stream().distinct().toList();
        by.forEach(thread -> digits.append(distinct.indexOf(thread)));
        return Integer.parseInt(digits.toString());
    }

    static class Fork extends RecursiveAction {
        final int task;
        final Fork[] forked;

        Fork(int task, Fork... forked) {
            this.task = task;
            this.forked = forked;
        }

        @Override
        protected void compute() {
            for (Fork fork : forked) fork.fork();
            for (int i = forked.length - 1; i >= 0; i--) forked[i].join();
            ran(task);
        }
    }

    public static void main(String[] args) {
        switch (args[0]) {
            case "futures": {
                CompletableFuture<?> one = CompletableFuture.runAsync(() -> ran(0));
                CompletableFuture<?> other = CompletableFuture.runAsync(() -> ran(1));
                CompletableFuture<?> after = one.thenRun(() -> ran(2));
                other.join();
                after.join();
                break;
            }
            case "after": {
                CompletableFuture<?> one = CompletableFuture.runAsync(() -> ran(0));
                CompletableFuture<?> after = one.thenRunAsync(() -> ran(1));
                one.join();
                ran(2);
                after.join();
                break;
            }
            case "forks":
                new ForkJoinPool(2).invoke(new Fork(0, new Fork(1), new Fork(2)));
                break;
            case "submitted": {
                ForkJoinPool pool = new ForkJoinPool(2);
                List<ForkJoinTask<?>> tasks = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    int task = i;
                    tasks.add(pool.submit(() -> ran(task)));
                }
                tasks.forEach(ForkJoinTask::join);
                break;
            }
            case "stream":
                IntStream.range(0, 3).parallel().forEach(Orders::ran);
                break;
        }
        System.exit(status());
    }
}
