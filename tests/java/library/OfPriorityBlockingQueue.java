// client: operations=9
import java.util.concurrent.PriorityBlockingQueue;

public class OfPriorityBlockingQueue extends BlockingClient {
    public OfPriorityBlockingQueue() {
        super(new PriorityBlockingQueue<>());
    }
}
