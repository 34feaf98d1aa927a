// check: verdict=passed
// A thread writes a plain field, main reads it after join.
// Passed: join returns only after the thread's last action.
// No data race: start and join order the accesses.
public class StartJoin {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        value = 1;
        Thread other = new Thread(() -> value++);
        other.start();
        other.join();
        assert value == 2;
        assert !other.isAlive();
        assert other.getState() == Thread.State.TERMINATED;
    }
}
