// check: verdict=passed racy=true
// Main spins on a plain flag which another thread sets, then notices.
// Passed with race detection off: in an interleaving of whole accesses the write is seen in the end. A search at sync granularity must
// end the transition of a spin without visible operations by itself. Racy: the flag should be volatile.
// onSpinWait keeps a real compiler from hoisting the read out of the loop.
public class SpinOnPlainFlag {
    static boolean ready;

    public static void main(String[] args) {
        new Thread(() -> ready = true).start();
        while (!ready) {
            Thread.onSpinWait();
        }
    }
}
