// check: verdict=race-free
// Two threads increment a counter in a synchronized method.
// Race-free: the monitor's release by one thread comes before its acquisition by the other.
// Twin: CounterUnguarded.java
public class CounterGuarded {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> increment());
        other.start();
        increment();
        other.join();
        assert count > 0;
    }
}
