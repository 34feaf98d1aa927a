// check: verdict=passed racy=true
// DoubleCheckedLocking with a plain field: the known broken idiom.
// Passed with race detection off: no interleaving of whole accesses shows a half-built object. Racy: the memory model allows
// it, so a race detector must report the field.
public class DoubleCheckedPlain {
    static final class Config {
        int size = 5;
    }

    static Config instance;

    static Config get() {
        if (instance == null) {
            synchronized (DoubleCheckedPlain.class) {
                if (instance == null) {
                    instance = new Config();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert get().size == 5;
        }).start();
        assert get().size == 5;
    }
}
