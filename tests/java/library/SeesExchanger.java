// client: operations=4
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;

public class SeesExchanger implements Clients.Client {
    final Exchanger<String> exchanger = new Exchanger<>();
    volatile int seen;

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> exchanger.exchange("a" + me);
            case 1 -> exchanger.exchange("b" + me, 1, TimeUnit.SECONDS);
            case 2 -> seen = seen + 1;
            default -> seen;
        };
    }
}
