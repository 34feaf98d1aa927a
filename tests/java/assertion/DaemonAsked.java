// check: verdict=violated kind=assertion
// Whether a thread will be a daemon is set while it is asked for.
// Schedule: the other sets it first.
public class DaemonAsked {
    public static void main(String[] args) throws InterruptedException {
        Thread third = new Thread(() -> {});
        Thread other = new Thread(() -> third.setDaemon(true));
        other.start();
        boolean seen = third.isDaemon();
        other.join();
        assert !seen;
    }
}
