// check: verdict=violated kind=assertion
// The thread sleeps for a moment, main for much longer, and main takes that for an order.
// Schedule: main's sleep ends before the other thread has come to its write: time promises nothing.
// No data race: the field is volatile.
public class SleepGivesNoOrder {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            value = 1;
        }).start();
        Thread.sleep(500);
        assert value == 1;
    }
}
