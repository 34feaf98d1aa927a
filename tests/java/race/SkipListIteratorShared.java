// check: verdict=violated kind=data-race variable=java.util.concurrent.ConcurrentSkipListMap$Iter.next
// Two threads go on with one iterator of a concurrent set, which is for one thread.
// Schedule: any; its node is read and written plainly.
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;

public class SkipListIteratorShared {
    public static void main(String[] args) throws InterruptedException {
        Iterator<Integer> iterator = new ConcurrentSkipListSet<>(List.of(1, 2, 3)).iterator();
        Thread other = new Thread(iterator::next);
        other.start();
        iterator.next();
        other.join();
    }
}
