// check: verdict=violated kind=assertion
// A loop of 100 rounds in one of 30: together they go round more often than a loop is followed that
// is taken not to end.
public class LoopsBothEnd {
    static volatile boolean begun, over;

    public static void main(String[] args) {
        Thread looks = new Thread(() -> {
            for (int outer = 0; outer < 30; outer++) {
                for (int inner = 0; inner < 100; inner++) {
                    Thread.yield();
                    if (!begun || over) {
                        return;
                    }
                }
            }
            throw new AssertionError("both have ended");
        });
        looks.start();
        begun = true;
        over = true;
    }
}
