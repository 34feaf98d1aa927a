// check: verdict=violated kind=data-race variable=java.util.concurrent.PriorityBlockingQueue$PBQSpliterator.array
// Two threads go on with one spliterator of a queue, which is for one thread.
// Schedule: any; where it stands is read without a lock.
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.PriorityBlockingQueue;

public class QueueSpliteratorShared {
    public static void main(String[] args) throws InterruptedException {
        Spliterator<Integer> elements = new PriorityBlockingQueue<>(List.of(1, 2, 3)).spliterator();
        Thread other = new Thread(() -> elements.tryAdvance(element -> {}));
        other.start();
        elements.tryAdvance(element -> {});
        other.join();
    }
}
