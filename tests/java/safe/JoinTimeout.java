// check: verdict=passed
// A join with a timeout, and a look at whether the thread has ended.
// Passed: the value is asserted only when the thread is known to have ended; both outcomes of the join are fine.
// No data race: isAlive() == false orders the thread's actions before main's read.
public class JoinTimeout {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> value = 1);
        other.start();
        other.join(20);
        if (!other.isAlive()) {
            assert value == 1;
        }
    }
}
