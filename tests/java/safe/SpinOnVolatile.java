// check: verdict=passed
// Main spins on a volatile flag, with an empty body.
// Passed: the other thread sets it. Spinning is a cycle of one state.
// No data race: the flag orders the accesses of the value.

public class SpinOnVolatile {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            ready = true;
        }).start();
        while (!ready) {
        }
        assert value == 1;
    }
}
