// check: verdict=passed
// Two classes whose initialisers use each other, both begun by main; the other thread starts when they are initialised.
// Passed: a thread does not wait for an initialisation of its own; it sees the default value.
// No data race: the class is used by the other thread only after it is initialised.
public class ClassInitSameThread {
    static final class A {
        static final Integer VALUE = Integer.valueOf(1);
        static final boolean SEEN_BY_B = B.SAW_A;
    }

    static final class B {
        static final boolean SAW_A = A.SEEN_BY_B || A.VALUE != null;
    }

    public static void main(String[] args) {
        assert A.SEEN_BY_B;
        new Thread(() -> {
            assert B.SAW_A;
        }).start();
        assert B.SAW_A;
    }
}
