// scan: candidates=JoinLoopWhileSkips.count
// races: JoinLoopWhileSkips.count
// The counter is written again behind its step.
public class JoinLoopWhileSkips {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(JoinLoopWhileSkips::increment);
            threads[i].start();
        }
        int i = 0;
        while (i < threads.length) {
            threads[i].join();
            i++;
            if (args.length == 0) {
                i = threads.length;
            }
        }
        System.exit(count);
    }
}
