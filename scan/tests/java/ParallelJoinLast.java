// scan: candidates=ParallelJoinLast.count
// races: ParallelJoinLast.count
// A loop starts two threads that count under a lock; after it main joins the last, and reads without the lock.
// Racy: the variable that is joined has held another thread, which nobody waits for.
// Twin: ParallelJoinAll.java
public class ParallelJoinLast {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread last = null;
        for (int i = 0; i < 2; i++) {
            last = new Thread(ParallelJoinLast::increment);
            last.start();
        }
        last.join();
        assert count > 0;
    }
}
