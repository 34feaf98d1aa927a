// client: operations=9
import java.util.concurrent.LinkedTransferQueue;

public class OfLinkedTransferQueue extends BlockingClient {
    public OfLinkedTransferQueue() {
        super(new LinkedTransferQueue<>());
    }
}
