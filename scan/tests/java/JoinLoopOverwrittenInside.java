// scan: candidates=JoinLoopOverwrittenInside.count
// races: JoinLoopOverwrittenInside.count
// An inner loop writes the element of the round twice.
public class JoinLoopOverwrittenInside {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            for (int again = 0; again < 2; again++) {
                threads[i] = new Thread(JoinLoopOverwrittenInside::increment);
                threads[i].start();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.exit(count);
    }
}
