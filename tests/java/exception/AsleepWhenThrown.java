// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread sleeps, then writes a volatile variable; main throws, whatever it reads there.
// Schedule: any. (To find both exceptions, a search must go on with the sleeper where main has thrown the first.)
// No data race: the variable is volatile.
public class AsleepWhenThrown {
    static volatile int written;

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            written = 1;
        }).start();
        if (written == 0) {
            throw new IllegalStateException("not written");
        }
        throw new IllegalStateException("written");
    }
}
