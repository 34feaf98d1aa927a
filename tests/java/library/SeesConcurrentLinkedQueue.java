// client: operations=13
import java.util.concurrent.ConcurrentLinkedQueue;

public class SeesConcurrentLinkedQueue extends SeesQueue {
    public SeesConcurrentLinkedQueue() {
        super(new ConcurrentLinkedQueue<>());
    }
}
