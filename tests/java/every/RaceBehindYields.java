// check: verdict=violated kind=data-race cut=random
// A race that only shows if main is passed over while the other thread yields 35 of its 40 times.
public class RaceBehindYields {
    static int shared;
    static volatile int go;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 40; i++) {
                go = i;
                Thread.yield();
            }
        });
        thread.start();
        if (go == 35) {
            new Thread(() -> shared++).start();
            shared++;
        }
        thread.join();
    }
}
