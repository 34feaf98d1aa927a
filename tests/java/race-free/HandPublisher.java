// check: verdict=race-free large=true
// Main submits an item to a SubmissionPublisher, whose subscriber reads a plain field, and writes the field before that.
// Race-free: what comes before submit comes before onNext.
// Twin: HandPublisherLate.java
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class HandPublisher {
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
        ExecutorService pool = Executors.newFixedThreadPool(1, HandPublisher::daemon);
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 2);
        publisher.subscribe(new Reader());
        value = 1;
        publisher.submit(1);
        DONE.await();
    }
}
