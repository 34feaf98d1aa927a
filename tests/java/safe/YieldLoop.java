// check: verdict=passed
// Main yields until a volatile flag is set.
// Passed: the other thread sets it; yielding and reading false again is a cycle of states.
// No data race: the flag is volatile, and it orders the plain value.
public class YieldLoop {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 3;
            ready = true;
        }).start();
        while (!ready) {
            Thread.yield();
        }
        assert value == 3;
    }
}
