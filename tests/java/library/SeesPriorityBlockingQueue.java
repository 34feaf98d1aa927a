// client: operations=17
import java.util.concurrent.PriorityBlockingQueue;

public class SeesPriorityBlockingQueue extends SeesBlocking {
    public SeesPriorityBlockingQueue() {
        super(new PriorityBlockingQueue<>(1));
    }
}
