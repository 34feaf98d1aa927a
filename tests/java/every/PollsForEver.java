// check: verdict=violated kind=livelock
// Main asks again and again whether a thread is alive that waits for ever.
public class PollsForEver {
    public static void main(String[] args) {
        Object monitor = new Object();
        Thread waiting = new Thread(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        waiting.start();
        while (waiting.isAlive()) {
            Thread.yield();
        }
    }
}
