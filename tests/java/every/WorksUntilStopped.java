// check: verdict=race-free
// A thread that is no daemon works until it is told to stop. No execution is followed for ever in which it is not told.
public class WorksUntilStopped {
    static volatile boolean stop;
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!stop) {
                done++;
            }
        });
        worker.start();
        stop = true;
        worker.join();
    }
}
