// client: operations=9
import java.util.concurrent.SynchronousQueue;

public class OfSynchronousQueue extends BlockingClient {
    public OfSynchronousQueue() {
        super(new SynchronousQueue<>());
    }
}
