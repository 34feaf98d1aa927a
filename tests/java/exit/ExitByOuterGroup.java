// check: verdict=violated kind=exit-status status=5
// The thread's own group leaves an uncaught exception to the group around it, whose class handles it by ending the program.
public class ExitByOuterGroup {
    static class Outer extends ThreadGroup {
        Outer() {
            super("outer");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable exception) {
            System.exit(5);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(new ThreadGroup(new Outer(), "inner"), () -> {
            throw new IllegalStateException("handled by the outer group");
        });
        thread.start();
        thread.join();
    }
}
