// scan: candidates=JoinLoopOfTwoArrays.count
// races: JoinLoopOfTwoArrays.count
// The store may be into another array, of which nobody joins the threads.
public class JoinLoopOfTwoArrays {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] joined = new Thread[1];
        Thread[] left = new Thread[2];
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(JoinLoopOfTwoArrays::increment);
            Thread[] kept = i == 0 ? joined : left;
            kept[i] = thread;
            thread.start();
        }
        for (Thread thread : joined) {
            thread.join();
        }
        System.exit(count);
    }
}
