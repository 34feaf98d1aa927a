// check: verdict=violated kind=livelock
// A queue is polled, and who might have filled it has ended.
import java.util.concurrent.LinkedBlockingQueue;

public class QueuePolledForEver {
    static final LinkedBlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {}).start();
        while (QUEUE.poll() == null) {
            Thread.sleep(10);
        }
    }
}
