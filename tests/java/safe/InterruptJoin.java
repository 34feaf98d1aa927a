// check: verdict=passed
// A thread interrupts main, which joins it.
// Passed: the interrupt comes before the thread ends, so the join either throws or leaves main's flag set.
public class InterruptJoin {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        boolean thrown = false;
        try {
            other.join();
        } catch (InterruptedException e) {
            thrown = true;
        }
        assert thrown != Thread.interrupted();
    }
}
