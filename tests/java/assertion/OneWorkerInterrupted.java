// check: verdict=violated kind=assertion options=--library;instant
// A pool interrupts its two idle workers, whose threads the program has made and looks at.
// Schedule: one is interrupted, the other not yet, and then that one, too.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class OneWorkerInterrupted {
    static Thread first;
    static Thread second;

    static Thread make(Runnable worker) {
        Thread thread = new Thread(worker);
        thread.setDaemon(true);
        if (first == null) {
            first = thread;
        } else {
            second = thread;
        }
        return thread;
    }

    public static void main(String[] args) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        2,
                        2,
                        2,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(1),
                        OneWorkerInterrupted::make);
        pool.prestartAllCoreThreads();
        new Thread(() -> pool.setKeepAliveTime(1, TimeUnit.SECONDS)).start();
        assert !(first.isInterrupted() && !second.isInterrupted() && second.isInterrupted());
    }
}
