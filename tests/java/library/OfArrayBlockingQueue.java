// client: operations=9
import java.util.concurrent.ArrayBlockingQueue;

public class OfArrayBlockingQueue extends BlockingClient {
    public OfArrayBlockingQueue() {
        super(new ArrayBlockingQueue<>(1));
    }
}
