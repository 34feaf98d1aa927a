// client: operations=9
import java.util.concurrent.LinkedBlockingQueue;

public class OfLinkedBlockingQueue extends BlockingClient {
    public OfLinkedBlockingQueue() {
        super(new LinkedBlockingQueue<>(1));
    }
}
