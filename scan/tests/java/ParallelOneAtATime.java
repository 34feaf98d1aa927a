// scan: candidates=none
// races: none
// A loop starts a thread that counts, and waits for its end before it starts the next.
// Proved by parallel: the site starts many threads, but never two that run at once.
// Twin: ParallelStartedInLoop.java
public class ParallelOneAtATime {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Thread worker = new Thread(() -> count++);
            worker.start();
            worker.join();
        }
    }
}
