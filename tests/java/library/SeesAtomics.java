// client: operations=16
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

public class SeesAtomics implements Clients.Client {
    final AtomicInteger number = new AtomicInteger();
    final AtomicInteger beside = new AtomicInteger();
    final AtomicIntegerArray array = new AtomicIntegerArray(2);
    final AtomicStampedReference<Integer> stamped = new AtomicStampedReference<>(1, 0);
    final AtomicMarkableReference<Integer> marked = new AtomicMarkableReference<>(1, false);
    final LongAdder adder = new LongAdder();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                return number.updateAndGet(value -> value + 1 + beside.incrementAndGet());
            }
            case 1 -> {
                return number.getAndIncrement();
            }
            case 2 -> stamped.set(2, 1);
            case 3 -> {
                return stamped.compareAndSet(1, 3, 0, 2);
            }
            case 4 -> {
                return stamped.attemptStamp(1, 7);
            }
            case 5 -> {
                return marked.attemptMark(1, true);
            }
            case 6 -> {
                return array.accumulateAndGet(0, 3, (old, value) -> old + value + array.incrementAndGet(1));
            }
            case 7 -> adder.increment();
            case 8 -> {
                return adder.sumThenReset();
            }
            case 9 -> {
                return number.get();
            }
            case 10 -> {
                return beside.get();
            }
            case 11 -> {
                return stamped.getReference();
            }
            case 12 -> {
                return stamped.getStamp();
            }
            case 13 -> {
                boolean[] mark = new boolean[1];
                return marked.get(mark) + "" + mark[0];
            }
            case 14 -> {
                return array.toString();
            }
            default -> {
                return adder.sum();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return number + "" + beside + adder + array;
    }
}
