// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Publishers and subscribers with back pressure: demand, transforming stages, drops, failures, late subscribers. */
public class ConcFlow {
    /** Asks for a few items at a time and notes what it gets. */
    static final class Reader<T> implements Flow.Subscriber<T> {
        final List<T> got = new ArrayList<>();
        final CountDownLatch ended = new CountDownLatch(1);
        private final int batch;
        private final int limit;
        private Flow.Subscription subscription;
        volatile String end = "open";

        Reader(int batch, int limit) {
            this.batch = batch;
            this.limit = limit;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(batch);
        }

        @Override
        public void onNext(T item) {
            got.add(item);
            if (got.size() == limit) {
                subscription.cancel();
                finish("had enough");
            } else if (got.size() % batch == 0) {
                subscription.request(batch);
            }
        }

        @Override
        public void onError(Throwable t) {
            finish("failed: " + t.getMessage());
        }

        @Override
        public void onComplete() {
            finish("complete");
        }

        private void finish(String how) {
            end = how;
            ended.countDown();
        }
    }

    /** Subscriber of one type, publisher of another. */
    static final class Mapping<T, R> extends SubmissionPublisher<R> implements Flow.Processor<T, R> {
        private final Function<T, R> function;
        private Flow.Subscription subscription;

        Mapping(ExecutorService pool, Function<T, R> function) {
            super(pool, 4);
            this.function = function;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        @Override
        public void onNext(T item) {
            submit(function.apply(item));
            subscription.request(1);
        }

        @Override
        public void onError(Throwable t) {
            closeExceptionally(t);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    static void fanOut(ExecutorService pool) throws InterruptedException {
        List<Reader<Integer>> readers = List.of(new Reader<>(1, 1_000), new Reader<>(7, 1_000), new Reader<>(3, 10));
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4)) {
            readers.forEach(publisher::subscribe);
            for (int i = 1; i <= 100; i++) {
                publisher.submit(i);
            }
            readers.get(2).ended.await();
            System.out.println("one left early: " + !publisher.isSubscribed(readers.get(2)) + ", others stay "
                + publisher.isSubscribed(readers.get(0)));
        }
        for (Reader<Integer> r : readers) {
            r.ended.await();
            System.out.println(r.end + " after " + r.got.size() + ", sum " + r.got.stream().mapToInt(n -> n).sum()
                + ", in order " + r.got.equals(r.got.stream().sorted().toList()));
        }
    }

    static void pipeline(ExecutorService pool) throws InterruptedException {
        SubmissionPublisher<String> source = new SubmissionPublisher<>(pool, 2);
        Mapping<String, Integer> lengths = new Mapping<>(pool, String::length);
        Mapping<Integer, String> stars = new Mapping<>(pool, "*"::repeat);
        Reader<String> sink = new Reader<>(2, 1_000);
        source.subscribe(lengths);
        lengths.subscribe(stars);
        stars.subscribe(sink);
        for (String word : "a flow of words runs through the stages".split(" ")) {
            source.submit(word);
        }
        source.close();
        sink.ended.await();
        System.out.println(sink.end + " " + sink.got);
    }

    /** A subscriber that asks for nothing fills its buffer; what is offered beyond that is dropped. */
    static void pressure(ExecutorService pool) throws Exception {
        CompletableFuture<Flow.Subscription> silent = new CompletableFuture<>();
        List<Integer> got = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(4);
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4);
        publisher.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription s) {
                silent.complete(s);
            }

            @Override
            public void onNext(Integer item) {
                got.add(item);
                done.countDown();
            }

            @Override
            public void onError(Throwable t) { }

            @Override
            public void onComplete() { }
        });
        silent.get();
        AtomicInteger dropped = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            publisher.offer(i, 1, TimeUnit.MILLISECONDS, (subscriber, item) -> {
                dropped.incrementAndGet();
                return false;
            });
        }
        System.out.println("dropped " + dropped + ", waiting at most " + publisher.estimateMaximumLag() + ", demand "
            + publisher.estimateMinimumDemand());
        publisher.close();
        silent.get().request(Long.MAX_VALUE);
        done.await();
        System.out.println("kept " + got);
    }

    static void ends(ExecutorService pool) throws Exception {
        SubmissionPublisher<String> failing = new SubmissionPublisher<>(pool, 8);
        Reader<String> reader = new Reader<>(5, 100);
        failing.subscribe(reader);
        failing.submit("one");
        failing.closeExceptionally(new IllegalStateException("source broke"));
        reader.ended.await();
        Reader<String> late = new Reader<>(1, 1);
        failing.subscribe(late);
        late.ended.await();
        System.out.println(reader.end + "; too late: " + late.end + "; closed " + failing.isClosed());
        SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>(pool, 8);
        AtomicInteger sum = new AtomicInteger();
        CompletableFuture<Void> consumed = numbers.consume(sum::addAndGet);
        for (int i = 0; i < 20; i++) {
            numbers.submit(i);
        }
        numbers.close();
        consumed.get();
        System.out.println("consumed " + sum);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        fanOut(pool);
        pipeline(pool);
        pressure(pool);
        ends(pool);
        pool.shutdown();
    }
}
