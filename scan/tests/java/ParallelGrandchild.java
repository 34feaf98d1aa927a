// scan: candidates=ParallelGrandchild.count
// races: ParallelGrandchild.count
// A thread that was joined has started another, which nobody has joined.
public class ParallelGrandchild {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> new Thread(() -> count++).start());
        child.start();
        child.join();
        count++;
    }
}
