// check: verdict=passed
// Two threads increment a plain counter under one monitor, main adds after join.
// Passed: the monitor makes each increment whole, so main always sees two.
// No data race: every access is under the monitor or after join.
public class MonitorCounter {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(MonitorCounter::increment);
        other.start();
        increment();
        other.join();
        assert count == 2 : count;
    }
}
