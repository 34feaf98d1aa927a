// check: verdict=violated kind=assertion options=--library;instant
// A pool interrupts its idle workers, who are in a queue of the program's own.
// Schedule: one of them sees that it is interrupted, the other that it is not yet.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class IdleInOwnQueue {
    static volatile boolean seen;
    static volatile int idle;

    static class Looking extends LinkedBlockingQueue<Runnable> {
        @Override
        public Runnable take() {
            idle = idle + 1;
            for (;;) {
                if (seen) {
                    assert Thread.currentThread().isInterrupted();
                    Runtime.getRuntime().halt(0);
                }
                if (Thread.currentThread().isInterrupted()) {
                    seen = true;
                }
            }
        }
    }

    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 1, TimeUnit.DAYS, new Looking());
        for (int workers = 1; workers <= 2; workers++) {
            pool.prestartCoreThread();
            while (idle < workers) {
                Thread.onSpinWait();
            }
        }
        pool.shutdown();
    }
}
