// scan: candidates=JoinLoopStartsAll.count
// races: JoinLoopStartsAll.count
// A method that the loop calls starts the threads, when the first was joined already.
public class JoinLoopStartsAll {
    static int count;
    static final Thread[] threads = new Thread[2];

    static synchronized void increment() {
        count++;
    }

    static void startAll() {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(JoinLoopStartsAll::increment);
        }
        boolean isStarted = false;
        for (Thread thread : threads) {
            thread.join();
            if (!isStarted) {
                isStarted = true;
                startAll();
            }
        }
        System.exit(count);
    }
}
