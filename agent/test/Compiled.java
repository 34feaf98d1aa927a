/** Methods with `synchronized` and `finally`, left in all ways, so often that both compilers should take them. Race-free. */
public final class Compiled {
    private static final Object OUTER = new Object();
    private static final Object INNER = new Object();
    private static int outer;
    private static int inner;

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int at = 0; at < threads.length; at++) {
            threads[at] = new Thread(Compiled::work);
            threads[at].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(outer + " " + inner);
    }

    private static void work() {
        for (int round = 0; round < 40_000; round++) {
            nested(round);
            try {
                thrown(round);
            } catch (IllegalStateException expected) {
                synchronized (OUTER) {
                    outer++;
                }
            }
            cleaned(round);
        }
    }

    private static void nested(int round) {
        synchronized (OUTER) {
            outer++;
            synchronized (INNER) {
                if (round % 3 == 0) {
                    return;
                }
                for (int more = 0; more < 2; more++) {
                    inner++;
                }
            }
            outer++;
        }
    }

    /** The exception leaves both blocks, whose locks are free behind it, and recorded so. */
    private static void thrown(int round) {
        synchronized (OUTER) {
            outer++;
            synchronized (INNER) {
                inner++;
                if (round % 5 == 0) {
                    throw new IllegalStateException();
                }
            }
        }
    }

    private static void cleaned(int round) {
        try {
            synchronized (INNER) {
                inner += 10 / (round % 7);
            }
        } catch (ArithmeticException expected) {
            synchronized (OUTER) {
                outer++;
            }
        } finally {
            synchronized (INNER) {
                inner++;
            }
        }
    }
}
