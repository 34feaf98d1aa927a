// check: verdict=passed
// SleepGivesNoOrder with a join after the sleep.
// Passed: the join waits, whatever the sleeps do.
// No data race: the field is volatile.
public class SleepThenJoin {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            value = 1;
        });
        other.start();
        Thread.sleep(5);
        other.join();
        assert value == 1;
    }
}
