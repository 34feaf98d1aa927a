package edges;

import java.util.Map;

/**
 * Runs cases, which are race-free, or their racy twins, and says their names. Each is a class of its own with a static field `x`,
 * on which the twin has a race. Of a case that fails, the machine ends with its exception.
 */
final class Cases {
    interface Case {
        void run(boolean isRacy) throws Exception;
    }

    interface Work {
        void run() throws Exception;
    }

    private Cases() {}

    @SafeVarargs
    static void run(String[] arguments, Map.Entry<String, Case>... cases) throws Exception {
        boolean isRacy = arguments.length > 0 && arguments[0].equals("racy");
        for (Map.Entry<String, Case> each : cases) {
            each.getValue().run(isRacy);
            System.out.println(each.getKey());
        }
    }

    static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Long enough for another thread, and no synchronisation. */
    static void pause() throws InterruptedException {
        Thread.sleep(60);
    }
}
