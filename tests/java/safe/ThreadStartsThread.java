// check: verdict=passed
// Main starts a thread that starts another; each joins the one it started.
// Passed: the joins nest, so main sees what the innermost thread wrote.
// No data race: start and join order all accesses.
public class ThreadStartsThread {
    static int value;

    static Thread run(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        join(run(() -> {
            value = 1;
            join(run(() -> value++));
            value++;
        }));
        assert value == 3;
    }
}
