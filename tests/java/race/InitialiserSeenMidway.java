// check: verdict=violated kind=data-race variable=InitialiserSeenMidway.plain conflict=write-write
// A thread reads a volatile variable that a class's initialiser writes twice, then uses that class.
// Racy: it may read between the two writes of the initialiser that main runs, and writes a plain field then, as main does.
public class InitialiserSeenMidway {
    static volatile int progress;
    static int plain;

    static class Initialised {
        static {
            progress = 1;
            progress = 2;
        }

        static void use() {}
    }

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = progress;
            Initialised.use();
            if (seen == 1) {
                plain = 1;
            }
        }).start();
        Initialised.use();
        plain = 2;
    }
}
