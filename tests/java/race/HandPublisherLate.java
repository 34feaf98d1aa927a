// check: verdict=violated kind=data-race variable=HandPublisherLate.value large=true
// Main submits an item to a SubmissionPublisher, whose subscriber reads a plain field, and writes the field after that.
// Race: onNext may run as soon as the item is submitted.
// Twin: HandPublisher.java
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class HandPublisherLate {
    static int value;
    static final CountDownLatch DONE = new CountDownLatch(1);

    static class Reader implements Flow.Subscriber<Integer> {
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(9);
        }

        public void onNext(Integer item) {
            int seen = value;
            DONE.countDown();
        }

        public void onError(Throwable error) {
        }

        public void onComplete() {
        }
    }

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandPublisherLate::daemon);
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 2);
        publisher.subscribe(new Reader());
        publisher.submit(1);
        value = 1;
        DONE.await();
    }
}
