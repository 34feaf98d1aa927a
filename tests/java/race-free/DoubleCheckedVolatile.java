// check: verdict=race-free
// Double-checked locking with a volatile field.
// Race-free: who sees the object without the lock has read a volatile that was written after the object's field.
// Twin: DoubleCheckedNotVolatile.java
public class DoubleCheckedVolatile {
    static final class Config {
        int size;

        Config() {
            size = 5;
        }
    }

    static volatile Config instance;

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
