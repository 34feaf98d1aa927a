// check: verdict=passed
// One thread spins for ever on a volatile flag, main halts the machine.
// Passed: halt ends the program; until then the spin is a cycle of states.
// No data race: the flag is volatile.
public class HaltWhileOthersSpin {
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        }).start();
        Runtime.getRuntime().halt(0);
    }
}
