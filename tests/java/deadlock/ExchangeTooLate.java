// check: verdict=violated kind=deadlock every=true cut=random
// Two exchange, one of them for a millisecond. Each looks for the other some two thousand times
// before it parks, a loop that ends by its own count while the other has not begun.
// Schedule: the thread's time passes before main comes, who then waits for ever.
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangeTooLate {
    static final Exchanger<String> EXCHANGER = new Exchanger<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                EXCHANGER.exchange("b", 1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | InterruptedException e) {
                return;
            }
        }).start();
        EXCHANGER.exchange("a");
    }
}
