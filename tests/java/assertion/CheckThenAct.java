// check: verdict=violated kind=assertion
// Two threads create the one instance if it is not there: a test of a volatile and a write.
// Schedule: both see null and both create.
// No data race: the field is volatile, the count atomic.
public class CheckThenAct {
    static volatile Object instance;
    static final java.util.concurrent.atomic.AtomicInteger CREATED = new java.util.concurrent.atomic.AtomicInteger();

    static void get() {
        if (instance == null) {
            instance = new Object();
            int created = CREATED.incrementAndGet();
            assert created == 1;
        }
    }

    public static void main(String[] args) {
        new Thread(CheckThenAct::get).start();
        get();
    }
}
