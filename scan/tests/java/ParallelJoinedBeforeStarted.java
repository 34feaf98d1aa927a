// scan: candidates=ParallelJoinedBeforeStarted.count
// races: ParallelJoinedBeforeStarted.count
// A join comes back at once from a thread that somebody else starts only later: it has not ended, but not begun.
public class ParallelJoinedBeforeStarted {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> count++);
        Thread starter = new Thread(() -> worker.start());
        starter.start();
        worker.join();
        count++;
    }
}
