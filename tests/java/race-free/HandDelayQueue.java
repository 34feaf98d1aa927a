// check: verdict=race-free
// A thread writes a plain field and adds to a DelayQueue; main polls once, and reads the field if it got something; it writes first.
// Race-free: what comes before adding comes before the end of polling.
// Twin: HandDelayQueueLate.java
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class HandDelayQueue {
    static int value;

    static class Item implements Delayed {
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        public int compareTo(Delayed other) {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        DelayQueue<Item> queue = new DelayQueue<>();
        new Thread(() -> {
            value = 1;
            queue.add(new Item());
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
