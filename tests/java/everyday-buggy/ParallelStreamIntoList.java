// everyday-buggy: kind=data-race|assertion|uncaught-exception variable=java.util.AbstractList.modCount|java.util.ArrayList.size
// A parallel stream adds to an ArrayList: a race as soon as a thread of the pool takes a part of it, and not main alone.
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelStreamIntoList {
    public static void main(String[] args) {
        List<Integer> squares = new ArrayList<>();
        IntStream.range(0, 2).parallel().forEach(i -> squares.add(i * i));
        assert squares.size() == 2;
    }
}
