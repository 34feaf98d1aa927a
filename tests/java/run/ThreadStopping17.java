// run: min=17 max=17
/** Thread.stop of itself and of a thread that has ended; suspend and resume of threads that do not run. */
public class ThreadStopping17 {
    static void show(String what, Thread thread) {
        System.out.println(what + " " + thread.getState() + " " + thread.isAlive());
    }

    public static void main(String[] args) throws InterruptedException {
        Thread fresh = new Thread(() -> System.out.println("runs"));
        fresh.suspend();
        fresh.resume();
        show("fresh", fresh);
        fresh.start();
        fresh.join();
        fresh.stop();
        fresh.suspend();
        fresh.resume();
        show("ended", fresh);
        Thread.currentThread().resume();
        Thread self = new Thread(() -> {
            try {
                Thread.currentThread().stop();
                System.out.println("goes on");
            } catch (ThreadDeath e) {
                System.out.println("caught " + e + " " + e.getStackTrace()[0]);
                throw e;
            } finally {
                System.out.println("finally");
            }
        });
        self.setUncaughtExceptionHandler((t, e) -> System.out.println("handler " + e));
        self.start();
        self.join();
        show("self", self);
        Thread quiet = new Thread(() -> Thread.currentThread().stop());
        quiet.start();
        quiet.join();
        System.out.println("nothing is said of it");
    }
}
