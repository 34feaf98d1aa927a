// check: verdict=violated kind=assertion
// Main holds a monitor which the thread it starts wants, and believes it will never see that thread blocked.
// Schedule: the thread comes to the monitor before main asks for its state.
public class StateBlocked {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                assert Thread.holdsLock(LOCK);
            }
        });
        synchronized (LOCK) {
            other.start();
            assert other.getState() != Thread.State.BLOCKED;
        }
    }
}
