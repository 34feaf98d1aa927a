// check: verdict=violated kind=assertion every=true jdks=all
// Main asks which threads live after it has seen a thread's last action.
// Schedule: the thread writes, main reads one, and the thread has not ended yet.
// No data race: the field is volatile.
public class DumpAfterLastAction {
    static volatile int done;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> done = 1);
        thread.start();
        if (done == 1) {
            assert !Thread.getAllStackTraces().containsKey(thread) : "it lives";
        }
    }
}
