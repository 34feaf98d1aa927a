// check: verdict=violated kind=assertion every=true
// A thread's context class loader is set while it is asked for.
// Schedule: the other sets it first.
public class ContextLoaderAsked {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> main.setContextClassLoader(null));
        other.start();
        ClassLoader seen = main.getContextClassLoader();
        other.join();
        assert seen != null;
    }
}
