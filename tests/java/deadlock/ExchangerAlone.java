// check: verdict=violated kind=deadlock
// ExchangerSwap with a partner who does not come if it sees the flag.
// Schedule: main sets the flag before the thread reads it, and waits for a partner for ever.
// No data race: the flag is volatile.
import java.util.concurrent.Exchanger;

public class ExchangerAlone {
    static final Exchanger<Integer> EXCHANGER = new Exchanger<>();
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                if (!stop) {
                    EXCHANGER.exchange(1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        Thread.sleep(50);
        stop = true;
        EXCHANGER.exchange(2);
    }
}
