// check: verdict=violated kind=data-race variable=DoubleCheckedNotVolatile.instance|DoubleCheckedNotVolatile$Config.size conflict=write-read|read-write
// Double-checked locking with a plain field.
// Racy: the first look takes no lock, so that nothing orders it after the other thread's write under the lock;
// who gets the object that way reads its field unordered, too.
// Twin: DoubleCheckedVolatile.java
public class DoubleCheckedNotVolatile {
    static final class Config {
        int size;

        Config() {
            size = 5;
        }
    }

    static Config instance;

    static Config get() {
        if (instance == null) {
            synchronized (Config.class) {
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
