// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalMonitorStateException
// A wait on the wrong object: the monitor owned is that of the box seen first, the wait is on the box seen later.
// Schedule: the other thread replaces the box between the two reads.
// No data race: the field is volatile.
public class WaitWithoutMonitor {
    static volatile Object box = new Object();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> box = new Object()).start();
        synchronized (box) {
            box.wait(1);
        }
    }
}
