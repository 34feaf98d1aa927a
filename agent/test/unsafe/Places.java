package edges;

import java.util.Map;
import sun.misc.Unsafe;

/** Fields and elements that the program reaches by their places: `sun.misc.Unsafe` synchronises as a field of that mode does. */
public final class Places {
    private static final Unsafe UNSAFE = unsafe();

    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Swapped", Swapped::run), Map.entry("Ordered", Ordered::run), Map.entry("Element", Element::run),
            Map.entry("OfClass", OfClass::run), Map.entry("Fenced", Fenced::run));
    }

    private static Unsafe unsafe() {
        try {
            java.lang.reflect.Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** One writes and says so by what is done first; the other writes when it finds that. */
    private static void handOver(boolean isRacy, Runnable write, Runnable say, Find find) throws Exception {
        Thread thread = Cases.start(() -> {
            if (!isRacy) {
                write.run();
            }
            say.run();
            if (isRacy) {
                write.run();
            }
        });
        while (!find.found()) {
            Cases.pause();
        }
        write.run();
        thread.join();
    }

    private interface Find {
        boolean found();
    }

    static final class Swapped {
        static int x;
        private volatile int state;

        static void run(boolean isRacy) throws Exception {
            long at = UNSAFE.objectFieldOffset(Swapped.class.getDeclaredField("state"));
            Swapped object = new Swapped();
            handOver(isRacy, () -> x++, () -> UNSAFE.compareAndSwapInt(object, at, 0, 1), () -> object.state == 1);
        }
    }

    static final class Ordered {
        static int x;
        private volatile Object state;

        static void run(boolean isRacy) throws Exception {
            long at = UNSAFE.objectFieldOffset(Ordered.class.getDeclaredField("state"));
            Ordered object = new Ordered();
            handOver(isRacy, () -> x++, () -> UNSAFE.putOrderedObject(object, at, ""), () -> UNSAFE.getObjectVolatile(object, at) != null);
        }
    }

    static final class Element {
        static int x;

        static void run(boolean isRacy) throws Exception {
            long[] array = new long[3];
            long at = UNSAFE.arrayBaseOffset(long[].class) + 2L * UNSAFE.arrayIndexScale(long[].class);
            handOver(isRacy, () -> x++, () -> UNSAFE.putLongVolatile(array, at, 1), () -> UNSAFE.getAndAddLong(array, at, 0) == 1);
        }
    }

    static final class OfClass {
        static int x;
        private static volatile int state;

        static void run(boolean isRacy) throws Exception {
            java.lang.reflect.Field field = OfClass.class.getDeclaredField("state");
            long at = UNSAFE.staticFieldOffset(field);
            Object base = UNSAFE.staticFieldBase(field);
            handOver(isRacy, () -> x++, () -> UNSAFE.putIntVolatile(base, at, 1), () -> state == 1);
        }
    }

    /** Plain accesses, which a fence orders: they race themselves, as far as is looked at here. */
    static final class Fenced {
        static int x;
        private volatile int state;

        static void run(boolean isRacy) throws Exception {
            Fenced object = new Fenced();
            handOver(isRacy, () -> x++, () -> {
                UNSAFE.storeFence();
                object.state = 1;
            }, () -> object.state == 1);
        }
    }
}
