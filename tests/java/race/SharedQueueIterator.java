// check: verdict=violated kind=data-race variable=java.util.concurrent.ArrayBlockingQueue$Itr.nextItem jdks=all
// An iterator of a queue is used by one thread: hasNext looks without the lock that next has.
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

public class SharedQueueIterator {
    public static void main(String[] args) throws InterruptedException {
        Iterator<Integer> all = new ArrayBlockingQueue<>(2, false, List.of(1, 2)).iterator();
        Thread other = new Thread(all::next);
        other.start();
        all.hasNext();
        other.join();
    }
}
