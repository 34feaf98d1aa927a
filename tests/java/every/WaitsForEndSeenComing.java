// check: verdict=violated kind=assertion|deadlock options=--race=off,--all,--search=dpor
// Main has seen the last action of a thread, and waits in the thread's monitor.
// Schedule: the thread ends then, and notifies main. Or it has ended before, and main waits for ever, which is the other finding.
// No data race: the field is volatile.
public class WaitsForEndSeenComing {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> done = 1);
        thread.start();
        if (done == 1) {
            synchronized (thread) {
                thread.wait();
            }
            assert false : "notified";
        }
    }
}
