// check: verdict=violated kind=data-race variable=CounterUnguarded.count conflict=write-write|write-read|read-write
// Two threads increment a counter, without a lock.
// Racy: neither increment comes before the other. Only the last look, after join, is ordered.
// Twin: CounterGuarded.java
public class CounterUnguarded {
    static int count;

    static void increment() {
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
