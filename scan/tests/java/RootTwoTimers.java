// scan: candidates=RootTwoTimers.count
// races: RootTwoTimers.count
// A task of one Timer and a task of another count without a lock.
// Racy: each Timer has a thread of its own.
// Twin: RootTimer.java
import java.util.Timer;
import java.util.TimerTask;

public class RootTwoTimers {
    static int count;

    static final class Count extends TimerTask {
        @Override
        public void run() {
            count++;
        }
    }

    public static void main(String[] args) {
        new Timer(true).schedule(new Count(), 1);
        new Timer(true).schedule(new Count(), 1);
    }
}
