// check: min=22 verdict=violated kind=assertion every=true
// Half of a long is set by a weak compare-and-set, while another reads all of it.
// Schedule: the other sets it first.
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

public class SegmentPartSwapped {
    static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    public static void main(String[] args) throws InterruptedException {
        MemorySegment segment = MemorySegment.ofArray(new long[2]);
        Thread other = new Thread(() -> INT.weakCompareAndSet(segment, 4L, 0, 1));
        other.start();
        long seen = (long) LONG.getVolatile(segment, 0L);
        other.join();
        assert seen == 0;
    }
}
