// check: verdict=violated kind=data-race variable=HandParallelStreamLate.value large=true
// Main writes a plain field, and a parallel stream, the second of two, reads it and writes it.
// Race: elements of a parallel stream are not ordered.
// Twin: HandParallelStream.java
import java.util.stream.IntStream;

public class HandParallelStreamLate {
    static int value;

    public static void main(String[] args) throws Exception {
        IntStream.range(0, 2).parallel().forEach(i -> { });
        value = 1;
        IntStream.range(0, 2).parallel().forEach(i -> {
            value = i; int seen = value;
        });
        value = 2;
    }
}
