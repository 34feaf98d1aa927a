// check: verdict=violated kind=assertion cut=random
// A loop that ends, in one that does not: the inner one is explored in full.
public class LoopInLoop {
    static volatile int count;
    static volatile long beats;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                for (int i = 0; i < 40; i++) {
                    count = i;
                }
                beats++;
                Thread.yield();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        assert count != 30 : "in the first round";
    }
}
