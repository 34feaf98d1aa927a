// A configuration is read under a lock; the one that sees the third version loads it without.
public class ReloadedUnlocked {
    static volatile int version;
    static final Object LOCK = new Object();
    static int setting;

    static void use() {
        int seen = version;
        if (seen == 3) {
            setting = seen;
        } else {
            synchronized (LOCK) {
                setting = seen;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int n = 0; n < 5; n++) use();
            }).start();
        }
        for (int n = 0; n < 3; n++) version++;
    }
}
