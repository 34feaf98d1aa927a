// check: verdict=violated kind=assertion
// Main polls with a timeout of a second and believes that the item has come by then.
// Schedule: the poll ends by its timeout before the producer has added.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PollTimeoutTrusted {
    static final LinkedBlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> QUEUE.add("item")).start();
        String got = QUEUE.poll(1, TimeUnit.SECONDS);
        assert got != null;
    }
}
