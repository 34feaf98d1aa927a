// check: verdict=passed
// ClassInitCircularVolatile in which only one of the classes uses the other.
// Passed: a thread that waits for B's initialisation waits for one that needs nothing.
// No data race: the counters are volatile.
public class ClassInitOneWay {
    static volatile int begunA;
    static volatile int begunB;

    static final class A {
        static final Object TWO;

        static {
            begunA = 1;
            TWO = B.ONE;
        }
    }

    static final class B {
        static final Object ONE;

        static {
            begunB = 1;
            ONE = new Object();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            assert B.ONE != null;
        }).start();
        assert A.TWO != null;
    }
}
