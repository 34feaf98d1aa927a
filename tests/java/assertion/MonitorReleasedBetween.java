// check: verdict=violated kind=assertion
// The read and the write of an increment are each under the monitor, but it is released in between.
// Schedule: both threads read 0 in their first sections, then both write 1.
// No data race: every access is under the monitor. A checker that only looks for races finds nothing here.
public class MonitorReleasedBetween {
    static int count;

    static synchronized int read() {
        return count;
    }

    static synchronized void write(int value) {
        count = value;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> write(read() + 1));
        other.start();
        write(read() + 1);
        other.join();
        assert count == 2 : count;
    }
}
