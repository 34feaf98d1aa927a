// run: min=17
/** The stack size that a thread's constructor is given: whoever asks for much gets deep, and runaway recursion still ends. */
public class DeepStacks {
    static int depth;

    static long sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    static long wide(long a, double b, Object c, int n) {
        return n == 0 ? a : wide(a + 1, b * 2, c, n - 1) + (c == null ? 1 : 0);
    }

    static void runaway() {
        depth++;
        runaway();
    }

    static void inThread(String name, long stackSize, Runnable task) throws InterruptedException {
        Thread thread = new Thread(null, task, name, stackSize);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("main " + sum(8_000) + " " + wide(0, 1, "", 5_000));
        inThread("large", 64L << 20, () -> {
            System.out.println("large " + sum(300_000) + " " + wide(0, 1, null, 150_000));
            try {
                runaway();
            } catch (StackOverflowError e) {
                System.out.println("ended " + (depth > 200_000) + " " + e.getStackTrace().length);
            }
        });
        inThread("medium", 16L << 20, () -> System.out.println("medium " + sum(100_000)));
        inThread("inherited", 32L << 20, () -> {
            Thread usual = new Thread(() -> {
                try {
                    sum(100_000);
                    System.out.println("too deep");
                } catch (StackOverflowError e) {
                    System.out.println("a stack size is not inherited");
                }
            });
            usual.start();
            try {
                usual.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (long size : new long[] {0, 1, 1 << 20}) {
            inThread("small", size, () -> System.out.println("small " + sum(500)));
        }
    }
}
