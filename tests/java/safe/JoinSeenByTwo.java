// check: verdict=passed
// Main and a second thread wait for a first one to end; main then waits for the second.
// Passed: main reads after the second thread has ended, whichever of the two saw the first end first.
public class JoinSeenByTwo {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> { });
        Thread second = new Thread(() -> {
            try {
                first.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            value = 1;
        });
        first.start();
        second.start();
        for (Thread thread : new Thread[] {first, second}) {
            thread.join();
        }
        assert value == 1;
        assert !second.isAlive();
    }
}
