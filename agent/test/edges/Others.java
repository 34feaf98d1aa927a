package edges;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** Handles and reflection, and what the library orders though the recorder knows nothing of it. */
public final class Others {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Handle", Handle::run), Map.entry("OfSuperclass", OfSuperclass::run), Map.entry("Plain", Plain::run),
            Map.entry("ByReflection", ByReflection::run), Map.entry("ByGetter", ByGetter::run), Map.entry("Derived", Derived::run), Map.entry("Piped", Piped::run),
            Map.entry("Closed", Closed::run), Map.entry("Published", Published::run), Map.entry("Together", Together::run), Map.entry("ByReference", ByReference::run));
    }

    static final class Handle {
        static int x;
        int flag;

        static void run(boolean isRacy) throws Exception {
            VarHandle handle = MethodHandles.lookup().findVarHandle(Handle.class, "flag", int.class);
            VarHandle shared = MethodHandles.lookup().findStaticVarHandle(Handle.class, "x", int.class);
            Handle it = new Handle();
            Thread thread = Cases.start(() -> {
                shared.set(1);
                if (isRacy) {
                    handle.set(it, 1);
                } else {
                    handle.setRelease(it, 1);
                }
            });
            if (isRacy) {
                Cases.pause();
            }
            while ((int) handle.getAcquire(it) == 0) {
                Thread.onSpinWait();
            }
            shared.set((int) shared.get() + 1);
            thread.join();
        }
    }

    /** By handles that were made of others: no method of the program's says which mode they access by. */
    static final class Derived {
        static int x;
        int flag;

        static void run(boolean isRacy) throws Exception {
            VarHandle handle = MethodHandles.lookup().findVarHandle(Derived.class, "flag", int.class);
            Derived it = new Derived();
            MethodHandle write = handle.toMethodHandle(VarHandle.AccessMode.SET_VOLATILE).bindTo(it);
            MethodHandle read = MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET_VOLATILE, handle.accessModeType(VarHandle.AccessMode.GET_VOLATILE));
            Thread thread = Cases.start(() -> {
                x = 1;
                try {
                    write.invokeExact(1);
                } catch (Throwable thrown) {
                    throw new AssertionError(thrown);
                }
            });
            if (isRacy) {
                Cases.pause();
                x++;
            }
            try {
                while ((int) read.invoke(handle, it) == 0 || (int) read.invokeWithArguments(handle, it) == 0) {
                    Thread.onSpinWait();
                }
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
            x++;
            thread.join();
        }
    }

    private static class Flagged {
        volatile int flag;
    }

    /** Asked of the subclass, the handle is for the superclass's field. */
    static final class OfSuperclass extends Flagged {
        static int x;

        static void run(boolean isRacy) throws Exception {
            VarHandle handle = MethodHandles.lookup().findVarHandle(OfSuperclass.class, "flag", int.class);
            OfSuperclass it = new OfSuperclass();
            Thread thread = Cases.start(() -> {
                x++;
                handle.setVolatile(it, 1);
            });
            if (isRacy) {
                Cases.pause();
            }
            while (!isRacy && it.flag == 0) {
                Thread.onSpinWait();
            }
            x++;
            thread.join();
        }
    }

    static final class Plain {
        static int x;

        static void run(boolean isRacy) throws Exception {
            AtomicReference<int[]> array = new AtomicReference<>();
            AtomicInteger number = new AtomicInteger();
            Thread thread = Cases.start(() -> {
                x++;
                if (isRacy) {
                    array.setPlain(new int[1]);
                    number.setPlain(1);
                } else {
                    array.set(new int[1]);
                    number.lazySet(1);
                }
            });
            if (isRacy) {
                Cases.pause();
                x++;
            }
            while (array.get() == null || number.get() == 0) {
                Thread.onSpinWait();
            }
            x++;
            thread.join();
        }
    }

    static final class ByReflection {
        static int x;
        static volatile boolean isSet;

        static void run(boolean isRacy) throws Exception {
            java.lang.reflect.Field flag = ByReflection.class.getDeclaredField("isSet");
            java.lang.reflect.Field data = ByReflection.class.getDeclaredField("x");
            Thread thread = Cases.start(() -> {
                data.setInt(null, 1);
                flag.setBoolean(null, true);
            });
            if (isRacy) {
                Cases.pause();
            }
            while (!isRacy && !flag.getBoolean(null)) {
                Thread.onSpinWait();
            }
            data.set(null, (Integer) data.get(null) + 1);
            thread.join();
        }
    }

    static final class ByGetter {
        static int x;
        static volatile boolean isSet;

        static void run(boolean isRacy) throws Exception {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle get = lookup.findStaticGetter(ByGetter.class, "isSet", boolean.class);
            MethodHandle set = lookup.unreflectSetter(ByGetter.class.getDeclaredField("isSet"));
            MethodHandle write = lookup.findStaticSetter(ByGetter.class, "x", int.class);
            Thread thread = Cases.start(() -> {
                try {
                    write.invokeExact(1);
                    set.invokeExact(true);
                } catch (Throwable never) {
                    throw new AssertionError(never);
                }
            });
            if (isRacy) {
                Cases.pause();
            }
            try {
                while (!isRacy && !(boolean) get.invokeExact()) {
                    Thread.onSpinWait();
                }
                write.invoke(2);
            } catch (Throwable never) {
                throw new AssertionError(never);
            }
            thread.join();
        }
    }

    static final class Piped {
        static int x;

        static void run(boolean isRacy) throws Exception {
            PipedOutputStream out = new PipedOutputStream();
            PipedInputStream in = new PipedInputStream(out);
            Thread thread = Cases.start(() -> {
                if (!isRacy) {
                    x++;
                }
                out.write(1);
                out.flush();
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
                out.close();
            });
            in.read();
            x++;
            thread.join();
        }
    }

    static final class Closed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
            Thread thread = Cases.start(() -> {
                x++;
                publisher.close();
            });
            if (isRacy) {
                Cases.pause();
            }
            while (!isRacy && !publisher.isClosed()) {
                Thread.onSpinWait();
            }
            x++;
            thread.join();
        }
    }

    static final class Published implements Flow.Subscriber<Integer> {
        static int x;
        private final int[] cells = new int[20];
        private volatile int seen;
        private final boolean isRacy;

        Published(boolean isRacy) {
            this.isRacy = isRacy;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer item) {
            LockSupport.parkNanos(500_000);
            cells[item]++;
            if (isRacy) {
                x++;
            }
            seen++;
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("never closed");
        }

        static void run(boolean isRacy) throws Exception {
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
            Published it = new Published(isRacy);
            publisher.subscribe(it);
            // The later are handed over while the first is still being worked on.
            for (int item = 0; item < it.cells.length; item++) {
                it.cells[item] = item;
                publisher.submit(item);
                if (isRacy) {
                    x++;
                }
            }
            while (it.seen < it.cells.length) {
                Thread.onSpinWait();
            }
        }
    }

    /** The counter is used by references to its methods alone, of which the program calls none. */
    static final class ByReference {
        static int x;

        static void run(boolean isRacy) throws Exception {
            AtomicInteger counter = new AtomicInteger();
            Runnable add = counter::incrementAndGet;
            IntSupplier read = counter::get;
            java.util.stream.Stream<String> stream = java.util.stream.Stream.of("x");
            Runnable close = stream::close;
            close.run();
            Thread thread = Cases.start(() -> {
                if (!isRacy) {
                    x++;
                }
                add.run();
                if (isRacy) {
                    x++;
                }
            });
            while (read.getAsInt() == 0) {
                Thread.onSpinWait();
            }
            x++;
            thread.join();
        }
    }

    /** Two that only print and use maps and strings of their own, or one map by turns, are ordered by nothing of that. */
    static final class Together {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Cases.Work work = () -> {
                Map<String, Integer> map = new HashMap<>();
                for (int round = 0; round < 10; round++) {
                    map.merge("key" + round, round, Integer::sum);
                    if (isRacy) {
                        x += String.join(",", map.keySet()).length();
                    }
                    map.computeIfAbsent("x", String::length);
                }
                map.values().forEach(value -> {
                    if (isRacy) {
                        x += value;
                    }
                });
            };
            Thread one = Cases.start(work);
            Cases.pause();
            Thread two = Cases.start(work);
            one.join();
            two.join();
        }
    }
}
