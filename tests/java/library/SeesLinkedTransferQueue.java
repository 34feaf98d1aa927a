// client: operations=17
import java.util.concurrent.LinkedTransferQueue;

public class SeesLinkedTransferQueue extends SeesBlocking {
    public SeesLinkedTransferQueue() {
        super(new LinkedTransferQueue<>());
    }
}
