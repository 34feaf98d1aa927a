// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Stages that follow, join and race each other; who runs them; a small shop that prices a basket asynchronously. */
public class ConcCompletableFutures {
    static final ExecutorService POOL = Executors.newFixedThreadPool(3, r -> {
        Thread t = new Thread(r, "pool");
        t.setDaemon(true);
        return t;
    });

    record Item(String name, int cents) { }

    static CompletableFuture<Item> fetch(String name) {
        return CompletableFuture.supplyAsync(() -> {
            Thread.yield();
            return new Item(name, name.chars().sum());
        }, POOL);
    }

    static CompletableFuture<Integer> discounted(Item item) {
        return CompletableFuture.supplyAsync(() -> item.cents() * 9 / 10, POOL);
    }

    static void shop() {
        List<String> basket = List.of("bread", "milk", "eggs", "tea", "jam");
        List<CompletableFuture<Integer>> prices = basket.stream()
            .map(ConcCompletableFutures::fetch)
            .map(f -> f.thenCompose(ConcCompletableFutures::discounted))
            .toList();
        int total = CompletableFuture.allOf(prices.toArray(new CompletableFuture<?>[0]))
            .thenApply(ignored -> prices.stream().mapToInt(CompletableFuture::join).sum())
            .join();
        String receipt = IntStream.range(0, basket.size())
            .mapToObj(i -> basket.get(i) + "=" + prices.get(i).join())
            .collect(Collectors.joining(" "));
        System.out.println("total " + total + ": " + receipt);
        CompletableFuture<String> compared = fetch("tea").thenCombineAsync(fetch("jam"),
            (a, b) -> a.cents() < b.cents() ? a.name() : b.name(), POOL);
        System.out.println("cheaper " + compared.join());
    }

    /** All that a stage may do with a value. */
    static void sequences() throws Exception {
        List<String> log = new ArrayList<>();
        CompletableFuture<String> start = new CompletableFuture<>();
        CompletableFuture<Integer> length = start.thenApply(String::length);
        CompletableFuture<Void> printed = start.thenAccept(s -> log.add("accepted " + s));
        CompletableFuture<Void> after = printed.thenRun(() -> log.add("ran"));
        CompletableFuture<String> handled = length.handle((n, e) -> "handled " + n + " " + e);
        CompletableFuture<String> watched = handled.whenComplete((s, e) -> log.add("watched " + s));
        CompletableFuture<Void> both = length.thenAcceptBoth(handled, (n, s) -> log.add(n + " with " + s));
        CompletableFuture<Void> last = after.runAfterBoth(both, () -> log.add("after both"));
        System.out.println("nothing yet " + log + " " + start.getNumberOfDependents() + " dependents, now "
            + length.getNow(-1));
        System.out.println("completed " + start.complete("hello") + " again " + start.complete("too late"));
        last.get();
        log.sort(null);
        System.out.println(log + " " + watched.get() + ", dependents " + start.getNumberOfDependents());
        start.obtrudeValue("changed by force");
        System.out.println(start.get() + ", but what followed stays " + length.get());
    }

    /** The first of two wins; the second may never come. */
    static void races() {
        CompletableFuture<String> never = new CompletableFuture<>();
        CompletableFuture<String> quick = CompletableFuture.completedFuture("quick");
        StringBuilder log = new StringBuilder();
        System.out.println(never.applyToEither(quick, s -> s + " won").join() + ", any of three "
            + CompletableFuture.anyOf(never, quick, never.copy()).join());
        quick.acceptEither(never, log::append).join();
        never.runAfterEither(quick, () -> log.append(" and run")).join();
        System.out.println(log + ", the other still open " + !never.isDone() + ", nothing to wait for "
            + CompletableFuture.allOf().isDone() + " " + CompletableFuture.anyOf().isDone());
        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        for (int i = 1; i <= 200; i++) {
            int n = i;
            sum = i % 2 == 0 ? sum.thenApply(s -> s + n)
                : sum.thenCombine(CompletableFuture.completedFuture(n), Integer::sum);
        }
        System.out.println("a chain of 200 " + sum.join());
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> end = source;
        for (int i = 0; i < 5_000; i++) {
            end = end.thenApply(s -> s + 1);
        }
        source.complete(0);
        System.out.println("a chain of 5000 made before its start " + end.join());
    }

    /** Without a pool the completing or the attaching thread runs a stage, with one a thread of the pool. */
    static void whoRuns() throws InterruptedException {
        CompletableFuture<String> open = new CompletableFuture<>();
        CompletableFuture<String> byCompleter = open.thenApply(s -> Thread.currentThread().getName());
        CompletableFuture<String> second = new CompletableFuture<>();
        CompletableFuture<String> byPool = second.thenApplyAsync(s -> Thread.currentThread().getName(), POOL);
        Thread main = Thread.currentThread();
        CompletableFuture<Boolean> byDefault = second.thenApplyAsync(s -> Thread.currentThread() != main);
        Thread completer = new Thread(() -> {
            open.complete("x");
            second.complete("y");
        }, "completer");
        completer.start();
        completer.join();
        System.out.println("by " + byCompleter.join() + ", by " + byPool.join() + ", attached late by "
            + open.thenApply(s -> Thread.currentThread().getName()).join() + ", or another " + byDefault.join());
        AtomicInteger count = new AtomicInteger();
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<?>[] runs = new CompletableFuture<?>[20];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = CompletableFuture.runAsync(() -> {
                try {
                    gate.await();
                    count.incrementAndGet();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, POOL);
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(runs);
        System.out.println("all wait at the gate " + !all.isDone());
        gate.countDown();
        all.join();
        System.out.println("all went through " + count);
    }

    /** A stage may hide that it could be completed from outside. */
    static void views() {
        CompletableFuture<String> own = new CompletableFuture<>();
        CompletionStage<String> shown = own.minimalCompletionStage();
        try {
            ((CompletableFuture<String>) shown).complete("forged");
        } catch (UnsupportedOperationException e) {
            System.out.println("only the owner completes it");
        }
        CompletionStage<Integer> after = shown.thenApply(String::length);
        own.completeAsync(() -> "genuine", POOL);
        System.out.println("length " + after.toCompletableFuture().join() + ", own " + own.join());
        CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
        System.out.println("states " + done.toString().replaceAll(".*\\[", "[") + " "
            + new CompletableFuture<>().toString().replaceAll(".*\\[", "[") + ", stage of a value "
            + CompletableFuture.completedStage(5).thenCombine(done, Integer::sum).toCompletableFuture().join());
    }

    public static void main(String[] args) throws Exception {
        shop();
        sequences();
        races();
        whoRuns();
        views();
    }
}
