// check: verdict=race-free large=true
// Main schedules a task of a Timer that reads a plain field, and writes the field before that.
// Race-free: what comes before schedule comes before the task.
// Twin: HandTimerLate.java
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class HandTimer {
    static int value;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        value = 1;
        new Timer(true).schedule(new TimerTask() {
            public void run() {
                int seen = value;
                latch.countDown();
            }
        }, 0);
        latch.await();
    }
}
