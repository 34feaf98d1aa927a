// check: verdict=violated kind=assertion every=true
// The greatest priority of a group of threads is set while a thread is made in it.
// Schedule: the other sets it first.
public class GroupPriorityAsked {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread other = new Thread(() -> group.setMaxPriority(3));
        other.start();
        int seen = new Thread(() -> {}).getPriority();
        other.join();
        assert seen == 5;
    }
}
