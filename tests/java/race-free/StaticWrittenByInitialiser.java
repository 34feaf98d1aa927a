// check: verdict=race-free
// The initialiser of a class writes a static field; two threads read it. Either may be the one who initialises the class.
// Race-free: the initialisation, with the only write, comes before every other access of the class.
// Twin: StaticWrittenByThread.java
public class StaticWrittenByInitialiser {
    static final class Settings {
        static int size = 5;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert Settings.size == 5;
        }).start();
        assert Settings.size > 0;
    }
}
