// check: min=25 verdict=violated kind=assertion every=true
// A value of a class is removed while another computes it.
// Schedule: the other has computed it, then it is removed, and computed a second time.
import java.util.concurrent.atomic.AtomicInteger;

public class ClassValueRemovedMeanwhile {
    static final AtomicInteger COMPUTED = new AtomicInteger();

    static final ClassValue<Integer> VALUE =
            new ClassValue<>() {
                @Override
                protected Integer computeValue(Class<?> type) {
                    return COMPUTED.incrementAndGet();
                }
            };

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> VALUE.get(String.class));
        other.start();
        VALUE.remove(String.class);
        other.join();
        assert COMPUTED.get() == 1;
    }
}
