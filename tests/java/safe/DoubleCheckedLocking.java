// check: verdict=passed
// CheckThenAct with the test repeated under a monitor.
// Passed: the second test and the creation are one section, so one instance is created.
// No data race: the field is volatile.
public class DoubleCheckedLocking {
    static final class Config {
        int size = 5;
    }

    static volatile Config instance;
    static int created;

    static Config get() {
        if (instance == null) {
            synchronized (DoubleCheckedLocking.class) {
                if (instance == null) {
                    created++;
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
        assert created == 1;
    }
}
