// check: verdict=passed
// Two threads exchange their numbers once.
// Passed: each gets the other's.
import java.util.concurrent.Exchanger;

public class ExchangerSwap {
    static final Exchanger<Integer> EXCHANGER = new Exchanger<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                int got = EXCHANGER.exchange(1);
                assert got == 2;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        int got = EXCHANGER.exchange(2);
        assert got == 1;
    }
}
