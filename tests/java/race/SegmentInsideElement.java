// check: min=22 verdict=violated kind=data-race variable=int[][1] conflict=write-write
// A segment writes one byte of an element that another writes whole.
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

public class SegmentInsideElement {
    public static void main(String[] args) throws InterruptedException {
        int[] array = new int[4];
        MemorySegment segment = MemorySegment.ofArray(array);
        Thread other = new Thread(() -> segment.set(ValueLayout.JAVA_BYTE, 5, (byte) 1));
        other.start();
        array[1] = 2;
        other.join();
    }
}
