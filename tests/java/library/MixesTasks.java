// client: operations=13
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Tasks and futures beside what they end: latches, queues, a phaser. */
public class MixesTasks implements Clients.Client {
    final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    final CountDownLatch latch = new CountDownLatch(1);
    final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    final AtomicReference<String> last = new AtomicReference<>("");
    final Phaser phaser = new Phaser(1);
    final FutureTask<String> task = new FutureTask<>(() -> last.getAndSet("task"));
    final CompletableFuture<String> future = new CompletableFuture<>();
    final CompletableFuture<String> next = future.thenApply(given -> last.getAndSet("next"));

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> {
                task.run();
                yield "ran";
            }
            case 1 -> task.get(1, TimeUnit.SECONDS);
            case 2 -> task.cancel(false);
            case 3 -> future.complete("by " + me);
            case 4 -> next.get(1, TimeUnit.SECONDS);
            case 5 -> next.isDone() + last.get() + future.isDone();
            case 6 -> waiting.add(task);
            case 7 -> {
                Runnable taken = waiting.poll(1, TimeUnit.SECONDS);
                if (taken != null) {
                    taken.run();
                }
                yield taken != null;
            }
            case 8 -> {
                latch.countDown();
                yield task.isDone();
            }
            case 9 -> latch.await(1, TimeUnit.SECONDS);
            case 10 -> phaser.arrive() + last.get();
            case 11 -> phaser.awaitAdvance(0);
            default -> map.computeIfAbsent("key", key -> last.get().length() + me);
        };
    }

    @Override
    public Object end() {
        return last + " " + map + next.isDone() + waiting.size() + phaser.getPhase();
    }
}
