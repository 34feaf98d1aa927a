// client: operations=6
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

public class OfAtomics implements Clients.Client {
    final AtomicInteger number = new AtomicInteger();
    final AtomicStampedReference<Integer> stamped = new AtomicStampedReference<>(1, 0);
    final LongAdder adder = new LongAdder();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                return number.incrementAndGet();
            }
            case 1 -> {
                return number.updateAndGet(value -> value * 2 + 1);
            }
            case 2 -> {
                return stamped.compareAndSet(1, 2, 0, 1);
            }
            case 3 -> {
                return stamped.getReference() + "" + stamped.getStamp();
            }
            case 4 -> adder.increment();
            default -> {
                return adder.sum();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return number + "" + adder;
    }
}
