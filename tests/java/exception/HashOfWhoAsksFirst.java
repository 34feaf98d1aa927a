// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// Two threads ask for the identity hash of one object: what it is depends on who asks first.
// Schedule: any; two of the four exceptions can be thrown, and every search that is to find all must find both.
// No data race: main reads the hash after `join`.
public class HashOfWhoAsksFirst {
    static final Object ASKED = new Object();
    static volatile int one;
    static volatile int other;
    static int hash;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            one = 1;
            hash = ASKED.hashCode();
        });
        Thread second = new Thread(() -> {
            other = 1;
            ASKED.hashCode();
        });
        first.start();
        second.start();
        int seen = one + other;
        first.join();
        second.join();
        switch (hash & 3) {
            case 0:
                throw new IllegalStateException("0");
            case 1:
                throw new IllegalStateException("1");
            case 2:
                throw new IllegalStateException("2");
            default:
                throw new IllegalStateException("3");
        }
    }
}
