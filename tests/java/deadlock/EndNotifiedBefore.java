// check: verdict=violated kind=deadlock
// main waits on a thread without asking whether it is alive.
// Deadlock: if the thread has ended before main takes its monitor, the notification is over.
public class EndNotifiedBefore {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.start();
        synchronized (thread) {
            thread.wait();
        }
    }
}
