// check: verdict=race-free large=true
// A thread writes a plain field and exchanges an object with main, which reads the field, in this order.
// Race-free: what comes before exchange comes before the end of the other exchange.
// Twin: HandExchangerLate.java
import java.util.concurrent.Exchanger;

public class HandExchanger {
    static int value;

    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        new Thread(() -> {
            try {
                value = 1;
                exchanger.exchange(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        exchanger.exchange(2);
        int seen = value;
    }
}
