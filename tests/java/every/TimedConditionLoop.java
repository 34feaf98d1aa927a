// check: verdict=race-free cut=dpor|pdp|goldilocks jdks=all
// Condition.await with a timeout in a loop. Every search must end.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class TimedConditionLoop {
    static int shared; static boolean done;
    public static void main(String[] a) throws Exception {
        ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition();
        Thread t = new Thread(() -> { l.lock(); shared++; done = true; c.signal(); l.unlock(); });
        t.start();
        l.lock();
        while (!done) c.await(100, TimeUnit.MILLISECONDS);
        shared++;
        l.unlock();
    }
}
