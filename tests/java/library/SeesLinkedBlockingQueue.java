// client: operations=17
import java.util.concurrent.LinkedBlockingQueue;

public class SeesLinkedBlockingQueue extends SeesBlocking {
    public SeesLinkedBlockingQueue() {
        super(new LinkedBlockingQueue<>(2));
    }
}
