// check: verdict=violated kind=data-race variable=HandExchangerLate.value large=true
// A thread writes a plain field and exchanges an object with main, which reads the field, in the other order.
// Race: the write comes after the exchange.
// Twin: HandExchanger.java
import java.util.concurrent.Exchanger;

public class HandExchangerLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        new Thread(() -> {
            try {
                exchanger.exchange(1);
                value = 1;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        exchanger.exchange(2);
        int seen = value;
    }
}
