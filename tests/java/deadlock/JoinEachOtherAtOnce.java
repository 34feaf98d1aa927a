// check: verdict=violated kind=deadlock
// Two threads join each other; one may look before the other is started, but need not.
// Schedule: both are started before either joins, so each waits for the other's end.
// No data race: the fields are written before both threads start.
public class JoinEachOtherAtOnce {
    static Thread first;
    static Thread second;

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        first = new Thread(() -> join(second));
        second = new Thread(() -> join(first));
        first.start();
        second.start();
    }
}
