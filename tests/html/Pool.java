import java.util.concurrent.locks.ReentrantLock;

/** Workers count what they have done under a lock; one of them does less. */
public class Pool {
    static int done;
    static final ReentrantLock LOCK = new ReentrantLock();

    static void work(int rounds) {
        for (int round = 0; round < rounds; round++) {
            LOCK.lock();
            try {
                done++;
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] workers = new Thread[3];
        for (int number = 0; number < workers.length; number++) {
            int rounds = number < 2 ? 5 : 4;
            workers[number] = new Thread(() -> work(rounds), "worker-" + number);
            workers[number].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        if (done != 15) {
            throw new IllegalStateException("done " + done);
        }
    }
}
