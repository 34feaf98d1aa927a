// check: verdict=violated kind=assertion
// A thread works in each of its rounds and gives up after many. Until then it executes some 48,000
// steps.
public class LoopEndsLate {
    static volatile boolean isDone;
    static volatile int work;

    public static void main(String[] args) throws InterruptedException {
        Thread looks = new Thread(() -> {
            for (int round = 0; round < 600; round++) {
                if (isDone) {
                    return;
                }
                for (int step = 0; step < 40; step++) {
                    work = work + 1;
                }
                Thread.yield();
            }
            throw new AssertionError("given up");
        });
        looks.start();
        isDone = true;
        looks.join();
    }
}
