// check: min=22 verdict=violated kind=data-race variable=int[][1] conflict=write-write
// A segment that begins inside an element is filled, while another writes the element.
import java.lang.foreign.MemorySegment;

public class SegmentFilledInside {
    public static void main(String[] args) throws InterruptedException {
        int[] array = new int[4];
        MemorySegment segment = MemorySegment.ofArray(array).asSlice(5, 2);
        Thread other = new Thread(() -> segment.fill((byte) 1));
        other.start();
        array[1] = 2;
        other.join();
    }
}
