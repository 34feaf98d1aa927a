// check: verdict=violated kind=exit-status status=1 every=true jdks=all
// What a runner of tests does: it swallows the failure and ends with 1. Two threads increment under a lock that is given up
// between reading and writing, so one update may be lost.
// Schedule: main reads 0; the thread reads 0 and writes 1; main writes 1, finds no 2 and exits.
public class ExitOfOneSchedule {
    int n;

    public static void main(String[] arguments) throws Exception {
        ExitOfOneSchedule counter = new ExitOfOneSchedule();
        Thread other = new Thread(() -> {
            synchronized (counter) {
                int read = counter.n;
                counter.n = read + 1;
            }
        });
        other.start();
        int read;
        synchronized (counter) {
            read = counter.n;
        }
        synchronized (counter) {
            counter.n = read + 1;
        }
        other.join();
        if (counter.n != 2) {
            System.err.println("FAILURES");
            System.exit(1);
        }
    }
}
