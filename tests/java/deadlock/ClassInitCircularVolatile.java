// check: verdict=violated kind=deadlock
// ClassInitCircular with a volatile write in each initialiser, so that there is a place to switch threads in any case.
// Schedule: each thread has begun one initialisation and waits for the end of the other's.
// No data race: the counters are volatile.
public class ClassInitCircularVolatile {
    static volatile int begunA;
    static volatile int begunB;

    static final class A {
        static final Object ONE = new Object();
        static final Object TWO;

        static {
            begunA = 1;
            TWO = B.ONE;
        }
    }

    static final class B {
        static final Object ONE = new Object();
        static final Object TWO;

        static {
            begunB = 1;
            TWO = A.ONE;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Object seen = B.TWO;
        }).start();
        Object seen = A.TWO;
    }
}
