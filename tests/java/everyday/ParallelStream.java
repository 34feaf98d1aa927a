// everyday: a parallel stream of four numbers
import java.util.stream.IntStream;

public class ParallelStream {
    public static void main(String[] args) {
        int sum = IntStream.range(0, 4).parallel().map(number -> number * number).sum();
        assert sum == 14;
    }
}
