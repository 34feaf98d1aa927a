// check: verdict=violated kind=assertion options=--race=off,--search=dpor jdks=all
// Main has seen the last action of a thread, and joins it while interrupted.
// Schedule: the thread has not ended yet, so `join` throws. (Once it has ended, `join` does not look.)
// No data race: the field is volatile.
public class InterruptedJoinBeforeEnd {
    static volatile int done;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> done = 1);
        thread.start();
        if (done == 1) {
            Thread.currentThread().interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                assert false : "it had not ended";
            }
        }
    }
}
