package edges;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What the library does with what it is given, or on the program's behalf: it writes to arrays, copies objects, keeps names and
 * properties, calls back with its monitors held, initialises classes.
 */
public final class Given {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Moved", Moved::run), Map.entry("Filled", Filled::run),
            Map.entry("Compared", Compared::run), Map.entry("Wrapped", Wrapped::run), Map.entry("Got", Got::run),
            Map.entry("Collected", Collected::run), Map.entry("Built", Built::run), Map.entry("Copied", Copied::run),
            Map.entry("Named", Named::run), Map.entry("Configured", Configured::run), Map.entry("Suppressed", Suppressed::run),
            Map.entry("Tried", Tried::run), Map.entry("Shut", Shut::run), Map.entry("Alive", Alive::run),
            Map.entry("Levelled", Levelled::run), Map.entry("Proxied", Proxied::run), Map.entry("Cloned", Cloned::run),
            Map.entry("CalledBack", CalledBack::run), Map.entry("Merged", Merged::run), Map.entry("Sunk", Sunk::run),
            Map.entry("Drained", Drained::run), Map.entry("OwnCondition", OwnCondition::run),
            Map.entry("SuperInitialised", SuperInitialised::run), Map.entry("InterfaceInitialised", InterfaceInitialised::run),
            Map.entry("NameInitialised", NameInitialised::run), Map.entry("FieldInitialised", FieldInitialised::run));
    }

    static final class Moved {
        static int x;

        static void run(boolean isRacy) throws Exception {
            int[] array = new int[2];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> System.arraycopy(new int[] {1}, 0, array, 0, 1)),
                () -> Contents.locked(() -> array[0] == 1));
        }
    }

    static final class Filled {
        static int x;

        static void run(boolean isRacy) throws Exception {
            long[] array = new long[2];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> Arrays.fill(array, 1)),
                () -> Contents.locked(() -> array[1] == 1));
        }
    }

    /** Written by the program, and looked at by the library. */
    static final class Compared {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Object[] array = new Object[1];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                array[0] = "done";
            }),
                () -> Contents.locked(() -> Arrays.asList(array).contains("done")));
        }
    }

    static final class Wrapped {
        static int x;

        static void run(boolean isRacy) throws Exception {
            byte[] array = new byte[4];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                ByteBuffer.wrap(array).putInt(1);
            }),
                () -> Contents.locked(() -> array[3] == 1));
        }
    }

    static final class Got {
        static int x;

        static void run(boolean isRacy) throws Exception {
            char[] array = new char[1];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> "a".getChars(0, 1, array, 0)),
                () -> Contents.locked(() -> array[0] == 'a'));
        }
    }

    static final class Collected {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Integer[] array = new Integer[1];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                List.of(1).toArray(array);
            }),
                () -> Contents.locked(() -> array[0] != null));
        }
    }

    static final class Built {
        static int x;

        static void run(boolean isRacy) throws Exception {
            StringBuilder text = new StringBuilder();
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                text.append("a");
            }),
                () -> Contents.locked(() -> "a".contentEquals(text)));
        }
    }

    static final class Copied {
        static int x;

        static void run(boolean isRacy) throws Exception {
            int[] array = new int[1];
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                array[0] = 1;
            }),
                () -> Contents.locked(() -> array.clone()[0] == 1));
        }
    }

    static final class Named {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Thread thread = new Thread();
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> thread.setName("done")),
                () -> Contents.locked(() -> thread.getName().equals("done")));
        }
    }

    static final class Configured {
        static int x;

        static void run(boolean isRacy) throws Exception {
            System.clearProperty("edges.done");
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                System.setProperty("edges.done", "true");
            }),
                () -> Contents.locked(() -> Boolean.getBoolean("edges.done")));
        }
    }

    static final class Suppressed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Exception thrown = new IllegalStateException();
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> thrown.addSuppressed(new Exception())),
                () -> Contents.locked(() -> thrown.getSuppressed().length > 0));
        }
    }

    /** A lock that is refused, for another holds it. */
    static final class Tried {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(lock::lock), () -> Contents.locked(() -> !lock.tryLock()));
        }
    }

    static final class Shut {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(pool::shutdown), () -> Contents.locked(pool::isShutdown));
        }
    }

    static final class Alive {
        static int x;

        static void run(boolean isRacy) throws Exception {
            CountDownLatch end = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            });
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(thread::start), () -> Contents.locked(thread::isAlive));
            end.countDown();
        }
    }

    static final class Levelled {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Logger logger = Logger.getLogger("edges");
            logger.setLevel(Level.INFO);
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> logger.setLevel(Level.FINE)),
                () -> Contents.locked(() -> logger.isLoggable(Level.FINE)));
        }
    }

    /** By a class that the library makes, of which there is nothing to record. */
    static final class Proxied {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Runnable proxy = (Runnable) Proxy.newProxyInstance(Given.class.getClassLoader(), new Class<?>[] {Runnable.class},
                (self, method, arguments) -> x++);
            Contents.inTurn(isRacy, isRacy ? proxy : () -> Contents.locked(proxy), () -> {}, () -> true);
        }
    }

    /** All fields of an object, which the library reads. */
    static final class Cloned implements Cloneable {
        static int x;
        private int state;

        private boolean isCopyDone() {
            try {
                return ((Cloned) clone()).state == 1;
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        static void run(boolean isRacy) throws Exception {
            Cloned object = new Cloned();
            Contents.inTurn(isRacy, () -> x++, () -> Contents.locked(() -> {
                object.state = 1;
            }), () -> Contents.locked(object::isCopyDone));
        }
    }

    /** The library calls back with the monitor held that the program takes, too. */
    static final class CalledBack {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Vector<String> vector = new Vector<>(List.of("a"));
            Thread thread = Cases.start(() -> vector.forEach(each -> x++));
            Thread other = Cases.start(() -> {
                Cases.pause();
                if (isRacy) {
                    x++;
                } else {
                    synchronized (vector) {
                        x++;
                    }
                }
            });
            thread.join();
            other.join();
        }
    }

    static final class Merged {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of("a", 1)));
            Thread thread = Cases.start(() -> map.merge("a", 1, (one, two) -> x++));
            Thread other = Cases.start(() -> {
                Cases.pause();
                if (isRacy) {
                    x++;
                } else {
                    synchronized (map) {
                        x++;
                    }
                }
            });
            thread.join();
            other.join();
        }
    }

    static final class Sunk {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            OutputStream sink = new OutputStream() {
                @Override
                public void write(int one) {
                    x++;
                }
            };
            bytes.write(1);
            Thread thread = Cases.start(() -> bytes.writeTo(sink));
            Thread other = Cases.start(() -> {
                Cases.pause();
                if (isRacy) {
                    x++;
                } else {
                    bytes.writeTo(sink);
                }
            });
            thread.join();
            other.join();
        }
    }

    static final class Drained {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Semaphore semaphore = new Semaphore(0);
            Thread thread = Cases.start(() -> {
                x++;
                semaphore.release();
            });
            Thread other = Cases.start(() -> {
                Cases.pause();
                if (isRacy) {
                    x++;
                } else {
                    if (semaphore.drainPermits() == 1) {
                        x++;
                    }
                }
            });
            thread.join();
            other.join();
        }
    }

    /** Of a lock of the program's own, which is no lock to the recorder. */
    static final class OwnCondition extends AbstractQueuedSynchronizer {
        static int x;
        private boolean isReady;

        @Override
        protected boolean tryAcquire(int count) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int count) {
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() == 1;
        }

        static void run(boolean isRacy) throws Exception {
            OwnCondition lock = new OwnCondition();
            Condition condition = lock.new ConditionObject();
            Thread thread = Cases.start(() -> {
                lock.acquire(1);
                while (!lock.isReady) {
                    condition.awaitUninterruptibly();
                }
                x++;
                lock.release(1);
                if (isRacy) {
                    x++;
                }
            });
            Cases.pause();
            lock.acquire(1);
            x++;
            lock.isReady = true;
            condition.signal();
            lock.release(1);
            if (isRacy) {
                Cases.pause();
                x++;
            }
            thread.join();
        }
    }

    /** A class without an initializer: that of its superclass has run. */
    static final class SuperInitialised {
        static int x;

        private static class Super {
            static {
                x = 1;
            }
        }

        private static final class Used extends Super {
            static void use() {}
        }

        static void run(boolean isRacy) throws Exception {
            Thread thread = Cases.start(() -> Used.use());
            Cases.pause();
            if (!isRacy) {
                Used.use();
            }
            x++;
            thread.join();
        }
    }

    static final class InterfaceInitialised {
        static int x;

        private interface Above {
            Object MADE = x++;

            default void use() {}
        }

        private static final class Used implements Above {}

        static void run(boolean isRacy) throws Exception {
            Thread thread = Cases.start(() -> new Used());
            Cases.pause();
            if (!isRacy) {
                new Used();
            }
            x++;
            thread.join();
        }
    }

    static final class NameInitialised {
        static int x;

        private static final class Used {
            static {
                x = 1;
            }
        }

        static void run(boolean isRacy) throws Exception {
            Thread thread = Cases.start(() -> Class.forName("edges.Given$NameInitialised$Used"));
            Cases.pause();
            if (!isRacy) {
                Class.forName("edges.Given$NameInitialised$Used");
            }
            x++;
            thread.join();
        }
    }

    static final class FieldInitialised {
        static int x;

        private static final class Used {
            static int value;

            static {
                x = 1;
            }
        }

        static void run(boolean isRacy) throws Exception {
            Thread thread = Cases.start(() -> Used.class.getDeclaredField("value").get(null));
            Cases.pause();
            if (!isRacy) {
                Used.class.getDeclaredField("value").get(null);
            }
            x++;
            thread.join();
        }
    }
}
