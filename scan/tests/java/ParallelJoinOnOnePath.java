// scan: candidates=ParallelJoinOnOnePath.count
// races: ParallelJoinOnOnePath.count
// Main waits for the end of a thread that counts only if there are arguments, and counts after that.
// Racy: without arguments nothing orders the two increments.
// Twin: ParallelAfterJoin.java
public class ParallelJoinOnOnePath {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        if (args.length > 0) {
            other.join();
        }
        count++;
    }
}
