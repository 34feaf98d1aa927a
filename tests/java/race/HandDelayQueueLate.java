// check: verdict=violated kind=data-race variable=HandDelayQueueLate.value
// A thread writes a plain field and adds to a DelayQueue; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandDelayQueue.java
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class HandDelayQueueLate {
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
            queue.add(new Item());
            value = 1;
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
