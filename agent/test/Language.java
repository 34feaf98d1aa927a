import java.io.Serializable;

/** What the language has: all types of fields and elements, monitors, exceptions inside accesses, constructors, records. */
public final class Language {
    private static class Base implements Serializable, Cloneable {
        protected long wide = 1;
        protected double broad = 2;

        Base() {
            touch();
        }

        void touch() {
            wide += 1;
        }

        @Override
        public Base clone() {
            try {
                return (Base) super.clone();
            } catch (CloneNotSupportedException never) {
                throw new AssertionError(never);
            }
        }
    }

    private static final class Derived extends Base {
        private int[] late;
        private final int chosen;

        Derived(boolean isFirst, int[] given) {
            this(given.length > 0 ? new int[] {isFirst ? given[0] : 7} : null);
        }

        private Derived(int[] late) {
            this.late = late;
            chosen = late == null ? -1 : late[0];
        }

        @Override
        void touch() {
            // Runs before our own constructor's body.
            broad += late == null ? 1 : 100;
        }
    }

    private record Point(int x, int y) {
        static int made;

        Point {
            made++;
        }
    }

    private enum Colour { RED, GREEN }

    private interface Constants {
        int[] TABLE = {1, 2, 3};

        default int sum() {
            int sum = 0;
            for (int each : TABLE) {
                sum += each;
            }
            return sum;
        }
    }

    private static volatile long stamp;
    private static float ratio;
    private static int shared;
    private static final Object LOCK = new Object();

    public static void main(String[] arguments) throws Exception {
        System.out.println(types() + " " + exceptions() + " " + objects());
        Thread[] threads = new Thread[3];
        for (int at = 0; at < threads.length; at++) {
            threads[at] = new Thread(Language::count, "counter");
            threads[at].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared + " " + turns());
        System.out.println(java.io.ObjectStreamClass.lookup(Base.class).getSerialVersionUID());
    }

    /** Initialised by one of the threads, without anything else between it and the others. */
    private static final class Once {
        static int[] values = {3, 4};
    }

    private static void count() {
        int more = Once.values[1] - 3;
        for (int round = 0; round < 1000; round++) {
            add(more);
            synchronized (LOCK) {
                synchronized (LOCK) {
                    shared++;
                }
            }
        }
    }

    private static void add(int more) {
        synchronized (LOCK) {
            shared += more;
        }
    }

    private static String types() {
        long[] longs = new long[3];
        double[] doubles = {1, 2, 3};
        longs[1] += doubles[2]++ + longs[0]--;
        float[] floats = new float[2];
        floats[1] = ratio = 3.5f;
        char[] chars = {'a', 'b'};
        chars[0]++;
        short[] shorts = {1};
        shorts[0] *= 7;
        byte[][] bytes = new byte[2][2];
        bytes[1][0] = (byte) 200;
        boolean[] booleans = new boolean[1];
        booleans[0] |= true;
        Object[] objects = new String[] {"x", null};
        objects[1] = objects[0] + "y";
        stamp = stamp++ + ++stamp;
        int[][][] deep = new int[2][3][4];
        deep[1][2][3] = deep[0].length;
        return longs[1] + " " + doubles[2] + " " + longs[0] + " " + floats[1] + " " + ratio + chars[0] + shorts[0] + bytes[1][0]
            + booleans[0] + objects[1] + stamp + deep[1][2][3];
    }

    private static String exceptions() {
        StringBuilder seen = new StringBuilder();
        Derived nothing = null;
        int[] few = new int[2];
        Object[] strings = new String[1];
        for (int attempt = 0; attempt < 8; attempt++) {
            try {
                switch (attempt) {
                    case 0 -> nothing.late = few;
                    case 1 -> few[2] = 1;
                    case 2 -> strings[0] = 1;
                    case 3 -> seen.append(nothing.wide);
                    case 4 -> seen.append(few[-1]);
                    case 5 -> seen.append(Broken.value);
                    case 6 -> Broken.value = 3;
                    default -> ((int[]) null)[0]++;
                }
            } catch (RuntimeException | LinkageError failure) {
                StackTraceElement top = failure.getStackTrace()[0];
                seen.append(failure.getClass().getSimpleName()).append(':').append(failure.getMessage()).append('@')
                    .append(top.getMethodName()).append(';');
            }
        }
        few[0]++;
        strings[0] = "fine";
        return seen + "" + few[0] + strings[0];
    }

    private static final class Broken {
        static int value = Integer.parseInt("none");
    }

    private static String objects() {
        Derived one = new Derived(true, new int[] {4});
        Base two = one.clone();
        two.wide = 50;
        return one.wide + " " + one.broad + " " + one.chosen + " " + two.wide + " " + new Point(1, 2) + Point.made + Colour.valueOf("RED")
            + Colour.GREEN.ordinal() + new Constants() {}.sum() + Base.class.getDeclaredFields()[0].getName();
    }

    private static synchronized int sum(int[] turn) throws InterruptedException {
        while (turn[0] % 2 == 0) {
            Language.class.wait();
        }
        turn[0]++;
        Language.class.notifyAll();
        return turn[0];
    }

    private static int turns() throws InterruptedException {
        int[] turn = {0};
        int[] result = {0};
        Thread other = new Thread(() -> {
            try {
                for (int round = 0; round < 10; round++) {
                    result[0] += sum(turn);
                }
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
        other.start();
        for (int round = 0; round < 10; round++) {
            synchronized (Language.class) {
                synchronized (Language.class) {
                    while (turn[0] % 2 == 1) {
                        Language.class.wait(1000);
                    }
                }
                turn[0]++;
                Language.class.notify();
            }
        }
        other.join();
        return result[0];
    }
}
