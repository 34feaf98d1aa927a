// check: verdict=violated kind=uncaught-exception|deadlock exception=java.lang.IllegalStateException options=--all every=true jdks=all
// The thread that is to notify dies, which is one finding; main waits for ever then, which is another: only its own thread ends
// by an exception.
public class AfterException {
    static final Object monitor = new Object();
    static boolean ready;

    public static void main(String[] arguments) throws Exception {
        Thread notifier = new Thread(() -> {
            if (!ready) {
                throw new IllegalStateException("consumer died");
            }
            synchronized (monitor) {
                monitor.notify();
            }
        });
        notifier.start();
        synchronized (monitor) {
            monitor.wait();
        }
    }
}
