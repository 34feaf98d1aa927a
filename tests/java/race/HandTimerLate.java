// check: verdict=violated kind=data-race variable=HandTimerLate.value large=true
// Main schedules a task of a Timer that reads a plain field, and writes the field after that.
// Race: the task may run as soon as it is scheduled.
// Twin: HandTimer.java
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class HandTimerLate {
    static int value;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Timer(true).schedule(new TimerTask() {
            public void run() {
                int seen = value;
                latch.countDown();
            }
        }, 0);
        value = 1;
        latch.await();
    }
}
