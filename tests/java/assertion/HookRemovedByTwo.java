// check: verdict=violated kind=assertion
// Two threads remove a shutdown hook; one of them is told that there was none.
// Schedule: the thread removes it first.
public class HookRemovedByTwo {
    public static void main(String[] args) throws InterruptedException {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        Thread thread = new Thread(() -> Runtime.getRuntime().removeShutdownHook(hook));
        thread.start();
        boolean mine = Runtime.getRuntime().removeShutdownHook(hook);
        thread.join();
        assert mine;
    }
}
