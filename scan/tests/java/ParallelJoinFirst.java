// scan: candidates=ParallelJoinFirst.count
// races: ParallelJoinFirst.count
// Threads of an array count under a lock; main waits for the first of them and then reads without the lock.
// Racy: the other thread may still count.
// Twin: ParallelJoinAll.java
public class ParallelJoinFirst {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(ParallelJoinFirst::increment);
            workers[i].start();
        }
        workers[0].join();
        assert count > 0;
    }
}
