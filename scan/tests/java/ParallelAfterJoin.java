// scan: candidates=none
// races: none
// Main waits for the end of a thread that counts, and counts after that.
// Proved by parallel: the thread is joined on every path to main's increment.
// Twin: ParallelJoinOnOnePath.java
public class ParallelAfterJoin {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        other.join();
        count++;
    }
}
