// scan: candidates=JoinLoopTakesSeveral.count
// races: JoinLoopTakesSeveral.count
// An inner loop takes several threads, of which the last is joined.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class JoinLoopTakesSeveral {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(JoinLoopTakesSeveral::increment);
            threads.add(thread);
            thread.start();
        }
        Iterator<Thread> all = threads.iterator();
        while (all.hasNext()) {
            Thread thread;
            do {
                thread = all.next();
            } while (thread == threads.get(0));
            thread.join();
        }
        System.exit(count);
    }
}
