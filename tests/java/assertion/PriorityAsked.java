// check: verdict=violated kind=assertion every=true
// A thread's priority is set while it is asked for.
// Schedule: the other sets it first.
public class PriorityAsked {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> main.setPriority(3));
        other.start();
        int seen = main.getPriority();
        other.join();
        assert seen == 5;
    }
}
