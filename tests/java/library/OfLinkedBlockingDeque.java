// client: operations=9
import java.util.concurrent.LinkedBlockingDeque;

public class OfLinkedBlockingDeque extends BlockingClient {
    public OfLinkedBlockingDeque() {
        super(new LinkedBlockingDeque<>(1));
    }
}
