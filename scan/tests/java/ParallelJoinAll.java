// scan: candidates=none
// races: none
// Threads of an array count under a lock; main waits for each and then reads without the lock.
// Proved by parallel: a loop over the array in which they were kept joins all that were started.
// Twin: ParallelJoinFirst.java
public class ParallelJoinAll {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(ParallelJoinAll::increment);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assert count == 2;
    }
}
