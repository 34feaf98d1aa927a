// check: verdict=violated kind=data-race cut=random
// A race that only shows if main is held up for as long as the other thread sleeps 30 times.
public class RaceBehindSleeps {
    static int shared;
    static volatile int naps;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            for (int i = 1; i <= 30; i++) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
                naps = i;
            }
        });
        thread.start();
        if (naps == 30) {
            new Thread(() -> shared++).start();
            shared++;
        }
        thread.join();
    }
}
