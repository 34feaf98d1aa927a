// scan: candidates=RootStreamParallel.sum
// races: RootStreamParallel.sum
// A parallel stream adds its numbers to a shared sum.
// Racy: the lambda runs on threads of the common pool and on main, beside itself.
// Twin: RootStreamSequential.java
import java.util.stream.IntStream;

public class RootStreamParallel {
    static int sum;

    public static void main(String[] args) {
        IntStream.range(0, 2).parallel().forEach(number -> sum += number);
    }
}
