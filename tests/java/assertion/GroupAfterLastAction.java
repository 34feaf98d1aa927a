// check: verdict=violated kind=assertion every=true jdks=all
// Main asks for the group of a thread, which those that have ended have not, after it has seen the thread's last action.
// Schedule: the thread writes, main reads one, and the thread has not ended yet.
// No data race: the field is volatile.
public class GroupAfterLastAction {
    static volatile int done;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> done = 1);
        thread.start();
        if (done == 1) {
            assert thread.getThreadGroup() == null;
        }
    }
}
