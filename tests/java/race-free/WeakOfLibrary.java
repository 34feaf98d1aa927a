// check: verdict=race-free
// What the class library's own algorithms access by weaker modes is their affair: a queue's nodes, a task's state.
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;

public class WeakOfLibrary {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        FutureTask<Integer> task = new FutureTask<>(() -> { queue.add(1); return 1; });
        Thread other = new Thread(task);
        other.start();
        queue.poll();
        task.get();
        other.join();
    }
}
