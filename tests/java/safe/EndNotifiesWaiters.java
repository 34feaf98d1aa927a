// check: verdict=passed
// main waits on a thread until it is no longer alive, as Thread.join does.
// Passes: a thread that ends takes its own monitor and notifies all who wait in it, so whoever saw it alive there is notified.
public class EndNotifiesWaiters {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.start();
        synchronized (thread) {
            while (thread.isAlive()) {
                thread.wait();
            }
        }
        assert !thread.isAlive();
    }
}
