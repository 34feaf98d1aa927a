// scan: candidates=InitialiserOfOther.size
// races: InitialiserOfOther.size
// The initialiser of one class writes a variable of another, which a thread reads that does not use the first.
// Racy: an initialiser comes before the uses of its own class only.
// Twin: InitialiserOwn.java
public class InitialiserOfOther {
    static int size;

    static final class Settings {
        static final Object LOADED = new Object();

        static {
            size = 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = size;
            assert seen <= 1;
        }).start();
        assert Settings.LOADED != null;
    }
}
