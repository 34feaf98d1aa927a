// client: operations=17
import java.util.concurrent.LinkedBlockingDeque;

public class SeesLinkedBlockingDeque extends SeesBlocking {
    public SeesLinkedBlockingDeque() {
        super(new LinkedBlockingDeque<>(2));
    }
}
