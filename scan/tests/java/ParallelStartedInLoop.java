// scan: candidates=ParallelStartedInLoop.count
// races: ParallelStartedInLoop.count
// A loop starts two threads at the same place of the program, and both count.
// Racy: one access in the text, but two threads that execute it without a lock.
// Twin: ParallelOneAtATime.java
public class ParallelStartedInLoop {
    static int count;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> count++).start();
        }
    }
}
