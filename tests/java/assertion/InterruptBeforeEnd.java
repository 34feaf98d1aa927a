// check: verdict=violated kind=assertion
// A thread interrupts the one that joins it, as its last action.
// Schedule: the interrupt comes while the thread has not ended, so join throws.
// No data race: nothing is shared but the threads.
public class InterruptBeforeEnd {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread thread = new Thread(main::interrupt);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            assert false;
        }
    }
}
