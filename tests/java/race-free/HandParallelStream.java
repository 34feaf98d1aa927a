// check: verdict=race-free large=true
// Main writes a plain field, and a parallel stream, the second of two, reads it.
// Race-free: the write comes before the stream, and its end before what follows.
// Twin: HandParallelStreamLate.java
import java.util.stream.IntStream;

public class HandParallelStream {
    static int value;

    public static void main(String[] args) throws Exception {
        IntStream.range(0, 2).parallel().forEach(i -> { });
        value = 1;
        IntStream.range(0, 2).parallel().forEach(i -> {
            int seen = value;
        });
        value = 2;
    }
}
