// scan: candidates=JoinLoopOldIterator.count
// races: JoinLoopOldIterator.count
// The iterator goes over what was there before the thread was added.
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
public class JoinLoopOldIterator {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Iterator<Thread> all = threads.iterator();
        Thread thread = new Thread(JoinLoopOldIterator::increment);
        threads.add(thread);
        thread.start();
        while (all.hasNext()) {
            all.next().join();
        }
        System.exit(count);
    }
}
