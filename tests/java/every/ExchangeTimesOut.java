// check: verdict=race-free
// Nobody comes to exchange, so its time passes: also behind another timed wait.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangeTimesOut {
    public static void main(String[] args) throws InterruptedException {
        new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS);
        try {
            new Exchanger<Integer>().exchange(1, 1, TimeUnit.SECONDS);
            assert false;
        } catch (TimeoutException e) {
            return;
        }
    }
}
