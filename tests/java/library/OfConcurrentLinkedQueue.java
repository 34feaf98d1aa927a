// client: operations=7
import java.util.concurrent.ConcurrentLinkedQueue;

public class OfConcurrentLinkedQueue extends QueueClient {
    public OfConcurrentLinkedQueue() {
        super(new ConcurrentLinkedQueue<>());
    }
}
