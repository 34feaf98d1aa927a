// check: verdict=race-free
// Two threads count under a lock. Free of races: whoever comes second acquires what the first released.
// Twin: CountedBare.java
public class CountedLocked {
    static int count;

    static synchronized void step() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(CountedLocked::step).start();
        step();
    }
}
