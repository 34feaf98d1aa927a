// scan: candidates=JoinLoopStepSometimes.count
// races: JoinLoopStepSometimes.count
// The counter of the loop that fills the array does not step in each round.
public class JoinLoopStepSometimes {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        int made = 0;
        int i = 0;
        while (i < threads.length) {
            threads[i] = new Thread(JoinLoopStepSometimes::increment);
            threads[i].start();
            made++;
            if (made > 1) {
                i++;
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.exit(count);
    }
}
