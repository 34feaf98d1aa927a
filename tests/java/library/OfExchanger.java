// client: operations=2
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;

public class OfExchanger implements Clients.Client {
    final Exchanger<String> exchanger = new Exchanger<>();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return operation == 0
                ? exchanger.exchange("a")
                : exchanger.exchange("b", 1, TimeUnit.SECONDS);
    }
}
