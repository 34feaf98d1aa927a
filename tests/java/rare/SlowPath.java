// Each counts under one of two locks; the sum of both is made when the first one is at six.
public class SlowPath {
    static final Object[] LOCKS = {new Object(), new Object()};
    static int total;
    static volatile int rounds;

    static void add(int which) {
        Object lock = LOCKS[rounds >= 6 ? which : 0];
        synchronized (lock) {
            total++;
            rounds = total;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            int which = i % 2;
            new Thread(() -> {
                for (int n = 0; n < 4; n++) add(which);
            }).start();
        }
    }
}
