// scan: candidates=ParallelJoinedBeforeStart.x
// races: ParallelJoinedBeforeStart.x
// Joins in one of several threads what another starts.
import java.util.concurrent.atomic.AtomicBoolean;

public class ParallelJoinedBeforeStart {
    static int x;
    static final AtomicBoolean first = new AtomicBoolean();
    static final Thread thread = new Thread(ParallelJoinedBeforeStart::increment);
    static final Object lock = new Object();

    static synchronized void increment() {
        x++;
    }

    static void work() {
        if (first.compareAndSet(false, true)) {
            thread.start();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            return;
        }
        synchronized (lock) {
            x = 2;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(ParallelJoinedBeforeStart::work).start();
        }
    }
}
