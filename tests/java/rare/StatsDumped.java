// Ten requests are counted under a lock; who counts the tenth reads all without.
public class StatsDumped {
    static final Object LOCK = new Object();
    static int requests, slow;

    static void request(boolean isSlow) {
        boolean isTenth;
        synchronized (LOCK) {
            isTenth = ++requests == 10;
            if (isSlow) slow++;
        }
        if (isTenth) {
            int told = slow;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                for (int n = 0; n < 4; n++) request(n == 3);
            }).start();
        }
    }
}
