// check: verdict=passed
// Two threads each increment their own value of one ThreadLocal.
// Passed: neither sees the other's increments.
public class ThreadLocalSeparate {
    static final ThreadLocal<Integer> VALUE = ThreadLocal.withInitial(() -> 0);

    static void increment() {
        VALUE.set(VALUE.get() + 1);
        assert VALUE.get() == 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ThreadLocalSeparate::increment);
        other.start();
        increment();
        other.join();
        assert VALUE.get() == 1;
    }
}
