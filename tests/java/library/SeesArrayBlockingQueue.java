// client: operations=17
import java.util.concurrent.ArrayBlockingQueue;

public class SeesArrayBlockingQueue extends SeesBlocking {
    public SeesArrayBlockingQueue() {
        super(new ArrayBlockingQueue<>(2));
    }
}
