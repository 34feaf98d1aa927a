// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread that was interrupted before its start joins another.
// Schedule: it comes to `join` before the other has ended.
// No data race: main reads the result after `join`.
public class InterruptedBeforeJoin {
    static boolean wasInterrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread joined = new Thread(() -> {});
        Thread joiner = new Thread(() -> {
            try {
                joined.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        });
        joiner.interrupt();
        joined.start();
        joiner.start();
        joiner.join();
        if (wasInterrupted) {
            throw new IllegalStateException("interrupted");
        }
    }
}
