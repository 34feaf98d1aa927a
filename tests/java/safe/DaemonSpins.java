// check: verdict=passed
// A daemon spins on a volatile flag that nobody sets; main ends.
// Passed: the program ends with its last other thread, and the spin is a cycle of states.
// No data race: the flag is volatile.
public class DaemonSpins {
    static volatile boolean stop;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        worker.setDaemon(true);
        worker.start();
    }
}
