package edges;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/** What is ordered by a tree of phasers and by questions about numbers; and a handle that is made where nothing else is recorded. */
public final class Phased {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Tree", Tree::run), Map.entry("Phase", Phase::run), Map.entry("Parties", Parties::run),
            Map.entry("Awaited", Awaited::run),
            Map.entry("Terminated", Terminated::run), Map.entry("Permits", Permits::run), Map.entry("Handled", Handled::run));
    }

    /** The twin writes behind what should hand over the write. */
    private static Thread handing(boolean isRacy, Runnable write, Runnable handOver) {
        return Cases.start(() -> {
            (isRacy ? handOver : write).run();
            (isRacy ? write : handOver).run();
        });
    }

    static final class Tree {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser root = new Phaser();
            Phaser one = new Phaser(root, 1);
            Phaser other = new Phaser(root, 1);
            Thread thread = handing(isRacy, () -> x = 1, one::arrive);
            other.awaitAdvance(other.arrive());
            x = 2;
            thread.join();
        }
    }

    static final class Phase {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser phaser = new Phaser(1);
            Thread thread = handing(isRacy, () -> x = 1, phaser::arrive);
            while (phaser.getPhase() == 0) {
                Thread.onSpinWait();
            }
            x = 2;
            thread.join();
        }
    }

    static final class Parties {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser phaser = new Phaser(2);
            Thread thread = handing(isRacy, () -> x = 1, phaser::arriveAndDeregister);
            while (phaser.getRegisteredParties() == 2) {
                Thread.onSpinWait();
            }
            x = 2;
            thread.join();
        }
    }

    /** Who waits, or finds that it need not, hands over nothing. */
    static final class Awaited {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser phaser = new Phaser(1);
            Thread thread = Cases.start(() -> {
                int before = isRacy ? x : 0;
                phaser.awaitAdvance(isRacy ? -1 : 0);
                int behind = isRacy ? 0 : x;
                if (before + behind > 2) {
                    throw new IllegalStateException();
                }
            });
            if (isRacy) {
                Cases.pause();
                phaser.arrive();
                x = 1;
            } else {
                x = 1;
                phaser.arrive();
            }
            thread.join();
        }
    }

    static final class Terminated {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Phaser phaser = new Phaser(2);
            Thread thread = handing(isRacy, () -> x = 1, phaser::forceTermination);
            while (!phaser.isTerminated()) {
                Thread.onSpinWait();
            }
            x = 2;
            thread.join();
        }
    }

    static final class Permits {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Semaphore semaphore = new Semaphore(0);
            Thread thread = handing(isRacy, () -> x = 1, semaphore::release);
            while (semaphore.availablePermits() == 0) {
                Thread.onSpinWait();
            }
            x = 2;
            thread.join();
        }
    }

    static final class Handled {
        static int x;

        private static VarHandle handle() throws ReflectiveOperationException {
            return MethodHandles.lookup().findStaticVarHandle(Handled.class, "x", int.class);
        }

        static void run(boolean isRacy) throws Exception {
            VarHandle handle = handle();
            Thread thread = Cases.start(() -> handle.set(1));
            if (!isRacy) {
                thread.join();
            }
            handle.set(2);
            thread.join();
        }
    }
}
