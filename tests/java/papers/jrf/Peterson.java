// check: verdict=race-free
// Figure 10: Peterson (2,2), Peterson's lock with all fields volatile; two threads enter twice each. (args[0] is not read:
// the lock is for two threads.)
// No data race: there is no shared field that is not volatile.
public class Peterson {
    static final int ITERATIONS = 2;

    static volatile int flag0;
    static volatile int flag1;
    static volatile int turn;
    static volatile int shared;

    static void first() {
        flag0 = 1;
        turn = 1;
        while (flag1 == 1 && turn == 1) {
            Thread.onSpinWait();
        }
        shared++;
        flag0 = 0;
    }

    static void second() {
        flag1 = 1;
        turn = 0;
        while (flag0 == 1 && turn == 0) {
            Thread.onSpinWait();
        }
        shared++;
        flag1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        Thread one = new Thread(() -> {
            for (int i = 0; i < iterations; i++) {
                first();
            }
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < iterations; i++) {
                second();
            }
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert shared == 2 * iterations;
    }
}
