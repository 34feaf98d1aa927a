// client: operations=7
import java.util.concurrent.ConcurrentLinkedDeque;

public class OfConcurrentLinkedDeque extends QueueClient {
    public OfConcurrentLinkedDeque() {
        super(new ConcurrentLinkedDeque<>());
    }
}
