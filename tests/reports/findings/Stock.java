/** Goods come in at one door and go out at another; each has its own lock. */
public class Stock {
    private final Object in = new Object();
    private final Object out = new Object();
    private int boxes = 10;

    void arrive(int count) {
        synchronized (in) {
            boxes += count;
        }
    }

    void leave(int count) {
        synchronized (out) {
            boxes -= count;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Stock stock = new Stock();
        Thread truck = new Thread(() -> stock.arrive(5), "truck");
        truck.start();
        stock.leave(3);
        truck.join();
        System.out.println(stock.boxes);
    }
}
