// scan: candidates=ParallelStartedThenThrown.count
// races: ParallelStartedThenThrown.count
// A method starts a thread and throws: where the exception is caught, the thread runs.
public class ParallelStartedThenThrown {
    static int count;

    static void begin() {
        new Thread(() -> count++).start();
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        try {
            begin();
        } catch (IllegalStateException thrown) {
            count++;
        }
    }
}
