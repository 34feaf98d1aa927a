// check: verdict=violated kind=deadlock
// The only thread there ever was waits to be notified.
// Schedule: the only one.
// No data race: there is one thread.
public class WaitAlone {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait();
        }
    }
}
