// client: operations=13
import java.util.concurrent.ConcurrentLinkedDeque;

public class SeesConcurrentLinkedDeque extends SeesQueue {
    public SeesConcurrentLinkedDeque() {
        super(new ConcurrentLinkedDeque<>());
    }
}
