import java.util.HashMap;
import java.util.Map;

/** A shop: what is counted, what is kept, and a till that is guarded. */
public class Shop {
    static int orders;
    static long turnover;
    static String last = "";
    static final Map<String, Integer> stock = new HashMap<>();
    static final Object till = new Object(), shelf = new Object();
    static int cents;
    static int refunds;
    static boolean isClosed;

    static void sell(String what, int price) {
        orders++;
        synchronized (till) {
            cents += price;
        }
        synchronized (shelf) {
            stock.merge(what, -1, Integer::sum);
        }
        last = what;
    }

    static void refund(int price) {
        synchronized (shelf) {
            refunds += price;
        }
        if (orders > 100) {
            turnover = cents;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread clerk = new Thread(() -> sell("tea", 450), "clerk");
        Thread other = new Thread(() -> {
            synchronized (till) {
                refunds -= 1;
            }
            if (orders > 100) {
                turnover = 0;
            }
            isClosed = true;
        }, "night shift");
        clerk.start();
        other.start();
        sell("cup", 300);
        refund(50);
        System.out.println(stock.size() + last + isClosed);
    }
}
