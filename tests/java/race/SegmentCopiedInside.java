// check: min=22 verdict=violated kind=data-race variable=int[][30] conflict=write-write
// Many bytes are copied from the middle of an element on, while another writes one of the elements.
import java.lang.foreign.MemorySegment;

public class SegmentCopiedInside {
    public static void main(String[] args) throws InterruptedException {
        int[] array = new int[64];
        MemorySegment from = MemorySegment.ofArray(new byte[200]);
        MemorySegment to = MemorySegment.ofArray(array);
        Thread other = new Thread(() -> MemorySegment.copy(from, 0, to, 5, 200));
        other.start();
        array[30] = 2;
        other.join();
    }
}
