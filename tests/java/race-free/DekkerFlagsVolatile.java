// check: verdict=race-free
// Each of two threads raises its flag and enters if the other's is down, as in Dekker's lock; the flags are volatile.
// Race-free: volatile accesses do not race, and at most one thread enters, so that the counter has one user.
// Twin: DekkerFlagsPlain.java
public class DekkerFlagsVolatile {
    static volatile boolean first;
    static volatile boolean second;
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            second = true;
            if (!first) {
                count++;
            }
        }).start();
        first = true;
        if (!second) {
            count++;
        }
    }
}
