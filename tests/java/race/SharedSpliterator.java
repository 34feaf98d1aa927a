// check: verdict=violated kind=data-race variable=java.util.stream.Streams$RangeIntSpliterator.from jdks=all
// A spliterator is used by one thread at a time.
import java.util.Spliterator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

public class SharedSpliterator {
    public static void main(String[] args) throws InterruptedException {
        Spliterator.OfInt all = IntStream.range(0, 3).spliterator();
        IntConsumer nothing = number -> {};
        Thread other = new Thread(() -> all.tryAdvance(nothing));
        other.start();
        all.tryAdvance(nothing);
        other.join();
    }
}
