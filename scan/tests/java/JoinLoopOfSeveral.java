// scan: candidates=JoinLoopOfSeveral.count
// races: JoinLoopOfSeveral.count
// Several threads have the loop; one finds the list empty, before another fills it.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
public class JoinLoopOfSeveral {
    static int count;
    static final AtomicBoolean first = new AtomicBoolean();
    static final List<Thread> threads = new CopyOnWriteArrayList<>();
    static final Object lock = new Object();

    static synchronized void increment() {
        count++;
    }

    static void work() {
        if (first.compareAndSet(false, true)) {
            Thread thread = new Thread(JoinLoopOfSeveral::increment);
            threads.add(thread);
            thread.start();
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            return;
        }
        synchronized (lock) {
            count = 2;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(JoinLoopOfSeveral::work).start();
        }
    }
}
