// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread that has interrupted itself writes a volatile variable and waits. Another, who sees that, interrupts it again.
// Schedule: the second interrupt comes between the write and the wait, whose exception then ends both.
// No data race: main reads the result after `join`.
public class InterruptedTwiceBeforeWait {
    static final Object LOCK = new Object();
    static volatile int step;
    static volatile boolean isAgain;
    static boolean wereOne;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            Thread.currentThread().interrupt();
            boolean caught = false;
            synchronized (LOCK) {
                step = 1;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    caught = true;
                }
            }
            boolean both = isAgain;
            wereOne = both && caught && !Thread.interrupted();
        });
        Thread interrupter = new Thread(() -> {
            if (step == 1) {
                waiter.interrupt();
                isAgain = true;
            }
        });
        waiter.start();
        interrupter.start();
        waiter.join();
        interrupter.join();
        if (wereOne) {
            throw new IllegalStateException("two interrupts, one exception");
        }
    }
}
