// check: verdict=violated kind=data-race variable=IdleOrders.data options=--timeouts;idle
// Of two who sleep equally long, who lay down first gets up first, and either may.
public class IdleOrders {
    static volatile int last;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> sleep(10, 1)).start();
        new Thread(() -> sleep(10, 2)).start();
        new Thread(() -> {
            sleep(20, 0);
            if (last == 1) data++;
        }).start();
        sleep(20, 0);
        data++;
    }

    static void sleep(long millis, int who) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (who != 0) last = who;
    }
}
