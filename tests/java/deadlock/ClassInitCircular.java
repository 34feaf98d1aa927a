// check: verdict=violated kind=deadlock
// The initialiser of each of two classes uses the other class; two threads begin with different ones.
// Schedule: each thread has begun one initialisation and waits for the end of the other's. Nothing in the initialisers is a
// synchronization action but the initialisation itself.
public class ClassInitCircular {
    static final class A {
        static final Object ONE = new Object();
        static final Object TWO = B.ONE;
    }

    static final class B {
        static final Object ONE = new Object();
        static final Object TWO = A.ONE;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Object seen = B.TWO;
        }).start();
        Object seen = A.TWO;
    }
}
