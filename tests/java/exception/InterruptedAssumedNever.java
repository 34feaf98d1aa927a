// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread sleeps shortly and takes an interrupt for impossible; main interrupts it after a long sleep.
// Schedule: main's sleep ends before the thread's does.
public class InterruptedAssumedNever {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        Thread.sleep(300);
        other.interrupt();
    }
}
