// check: verdict=violated kind=assertion
// MonitorCounter without the monitor: the counter is volatile, but count++ is a read and a write.
// Schedule: both threads read 0, both write 1; after join main sees 1.
// No data race: the field is volatile.
public class VolatileCounter {
    static volatile int count;

    static void increment() {
        int seen = count;
        count = seen + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(VolatileCounter::increment);
        other.start();
        increment();
        other.join();
        assert count == 2 : count;
    }
}
