// scan: candidates=none
// races: none
// A stream adds its numbers to a shared sum.
// Proved by parallel: the lambda of a sequential stream runs on the thread that calls the terminal operation.
// Twin: RootStreamParallel.java
import java.util.stream.IntStream;

public class RootStreamSequential {
    static int sum;

    public static void main(String[] args) {
        IntStream.range(0, 2).forEach(number -> sum += number);
    }
}
