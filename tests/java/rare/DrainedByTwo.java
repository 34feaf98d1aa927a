import java.util.concurrent.ArrayBlockingQueue;

// Consumers that find the queue empty and the producer done write the summary.
public class DrainedByTwo {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(4);
    static volatile boolean isDone;
    static int summary;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int n = 0; n < 4; n++) QUEUE.add(n);
            isDone = true;
        }).start();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (int n = 0; n < 4; n++) {
                    if (QUEUE.poll() == null && isDone) {
                        summary = n;
                        return;
                    }
                }
            }).start();
        }
    }
}
