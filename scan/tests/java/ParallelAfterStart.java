// scan: candidates=ParallelAfterStart.count
// races: ParallelAfterStart.count
// Main starts a thread that counts, and counts itself after that.
// Racy: nothing orders the two increments.
// Twin: ParallelBeforeStart.java
public class ParallelAfterStart {
    static int count;

    public static void main(String[] args) {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
    }
}
