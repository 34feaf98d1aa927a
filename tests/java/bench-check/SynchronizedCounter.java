// check: verdict=passed
// Three threads increment one counter twice each in a synchronized method.
// Passed: the monitor excludes, so main sees six after the joins.
// No data race: every access is under the monitor or after join.
public class SynchronizedCounter {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                increment();
                increment();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 6;
    }
}
