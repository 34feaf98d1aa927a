// check: verdict=race-free
// A thread writes and ends; main, which holds that thread's monitor when it starts it, waits to be notified and reads.
// Race-free: a thread that ends notifies all in its own monitor, which main takes again after that.
// Twin: EndWaitedForAWhile.java
public class EndWaitedFor {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> value = 1);
        synchronized (writer) {
            writer.start();
            writer.wait();
        }
        int read = value;
    }
}
