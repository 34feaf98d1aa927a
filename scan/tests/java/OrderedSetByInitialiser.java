// scan: candidates=OrderedSetByInitialiser.data
// races: OrderedSetByInitialiser.data
// Main uses a class whose initialiser raises the flag, and writes data behind that; a thread that sees the flag reads the data.
// Racy: the flag is raised before the data is written, though main itself does not raise it.
// Twin: OrderedByFlag.java
public class OrderedSetByInitialiser {
    static int data;
    static volatile boolean ready;

    static final class Raising {
        static final Object LOADED = new Object();

        static {
            ready = true;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            if (ready) {
                assert data >= 0;
            }
        }).start();
        assert Raising.LOADED != null;
        data = 1;
    }
}
