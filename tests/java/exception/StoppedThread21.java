// check: verdict=violated kind=uncaught-exception exception=java.lang.ThreadDeath min=21
// A thread ends by ThreadDeath, which is an exception like others since threads cannot be stopped any more.
// Schedule: main sets the flag before the thread reads it.
public class StoppedThread21 {
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
