// scan: candidates=ParallelJoinTimed.count
// races: ParallelJoinTimed.count
// Main waits for the end of a thread that counts, but for a second at most, and counts after that.
// Racy: the time may be over before the thread is.
// Twin: ParallelAfterJoin.java
public class ParallelJoinTimed {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        other.join(1000);
        count++;
    }
}
