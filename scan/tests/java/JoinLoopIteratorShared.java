// scan: candidates=JoinLoopIteratorShared.count
// races: JoinLoopIteratorShared.count
// A method that the loop calls takes from the same iterator.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class JoinLoopIteratorShared {
    static int count;
    static Iterator<Thread> shared;

    static synchronized void increment() {
        count++;
    }

    static void skip() {
        if (shared.hasNext()) {
            shared.next();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(JoinLoopIteratorShared::increment);
            threads.add(thread);
            thread.start();
        }
        Iterator<Thread> all = threads.iterator();
        shared = all;
        while (all.hasNext()) {
            all.next().join();
            skip();
        }
        System.exit(count);
    }
}
