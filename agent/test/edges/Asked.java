package edges;

import java.util.Map;

/**
 * A flag that is asked twice at one place, and nobody sets it in between. What stands behind the second time is done only because it was
 * not set then, though another lock has been taken since the first: in no order may it be set between the two.
 */
public final class Asked {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("InLock", InLock::run));
    }

    static final class InLock {
        static int x;
        private static volatile boolean isSet;

        private static boolean isSet() {
            return isSet;
        }

        static void run(boolean isRacy) throws Exception {
            Object lock = new Object();
            Thread thread = Cases.start(() -> {
                boolean wasSet = isSet();
                if (isRacy) {
                    write(wasSet || isSet());
                } else {
                    synchronized (lock) {
                        write(wasSet || isSet());
                    }
                }
            });
            Cases.pause();
            isSet = true;
            synchronized (lock) {
                Thread.onSpinWait();
            }
            x = 2;
            thread.join();
        }

        private static void write(boolean isTooLate) {
            if (!isTooLate) {
                x = 1;
            }
        }
    }
}
