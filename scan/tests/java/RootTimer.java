// scan: candidates=none
// races: none
// Two tasks of one Timer count without a lock.
// Proved by parallel: a Timer has one thread, which runs its tasks one after another.
// Twin: RootTwoTimers.java
import java.util.Timer;
import java.util.TimerTask;

public class RootTimer {
    static int count;

    static final class Count extends TimerTask {
        @Override
        public void run() {
            count++;
        }
    }

    public static void main(String[] args) {
        Timer timer = new Timer(true);
        timer.schedule(new Count(), 1);
        timer.schedule(new Count(), 1);
    }
}
