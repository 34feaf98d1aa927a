// check: verdict=violated kind=assertion
// A thread is interrupted by another than the one that starts it.
// Schedule: the interrupt comes before the start, and the thread begins interrupted; or after it has looked.
// No data race: the flag is volatile.
public class InterruptBeforeStart {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread late = new Thread(() -> interrupted = Thread.currentThread().isInterrupted());
        Thread other = new Thread(late::interrupt);
        other.start();
        late.start();
        late.join();
        other.join();
        assert interrupted;
    }
}
