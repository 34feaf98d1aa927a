// client: operations=17
import java.util.concurrent.SynchronousQueue;

public class SeesSynchronousQueue extends SeesBlocking {
    public SeesSynchronousQueue() {
        super(new SynchronousQueue<>());
    }
}
