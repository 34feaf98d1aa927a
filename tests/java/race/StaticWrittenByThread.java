// check: verdict=violated kind=data-race variable=StaticWrittenByThread$Settings.size conflict=write-read|read-write
// A thread writes a static field of a class; main reads it. Either may be the one who initialises the class.
// Racy: the initialisation comes before both accesses, but the write is not part of it.
// Twin: StaticWrittenByInitialiser.java
public class StaticWrittenByThread {
    static final class Settings {
        static int size = 4;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Settings.size = 5;
        }).start();
        assert Settings.size > 0;
    }
}
