// check: verdict=passed max=17
// A thread ends by ThreadDeath in some schedules. Up to JDK 19 `ThreadGroup.uncaughtException` says nothing of it, and the
// status is that of main.
// No data race: the flag is volatile.
public class StoppedThread17 {
    static volatile boolean closed;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (closed) {
                throw new ThreadDeath();
            }
        });
        other.start();
        closed = true;
        other.join();
    }
}
