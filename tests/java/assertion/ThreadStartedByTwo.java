// check: verdict=violated kind=assertion every=true
// Two threads start a third one; the second to come is refused.
// Schedule: the second one starts it first.
public class ThreadStartedByTwo {
    static boolean isFirst;

    public static void main(String[] args) throws InterruptedException {
        Thread started = new Thread(() -> { });
        Thread first = new Thread(() -> isFirst = starts(started));
        Thread second = new Thread(() -> starts(started));
        first.start();
        second.start();
        first.join();
        second.join();
        assert isFirst;
    }

    static boolean starts(Thread thread) {
        try {
            thread.start();
            return true;
        } catch (IllegalThreadStateException e) {
            return false;
        }
    }
}
