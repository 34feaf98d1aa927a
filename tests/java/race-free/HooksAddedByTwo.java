// check: verdict=race-free
// Two threads add shutdown hooks: the class library keeps them in a map that is guarded by the monitor of its class.
public class HooksAddedByTwo {
    public static void main(String[] args) throws InterruptedException {
        Thread[] hooks = {new Thread(() -> { }), new Thread(() -> { })};
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            Thread hook = hooks[i];
            threads[i] = new Thread(() -> Runtime.getRuntime().addShutdownHook(hook));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
