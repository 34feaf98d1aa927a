package raceproof.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * When a ForkJoinPool has nothing to do, all tasks have happened before. Each worker sends a message of its own when it has done a
 * task, so that the workers are not ordered by it among themselves.
 */
public final class LibraryPools {
    private static final int IDLE = Names.topic("idle");
    private static final IdentityMap<List<Integer>> MESSAGES = new IdentityMap<>();

    private LibraryPools() {}

    public static void idle(Object queue) {
        Log log = Library.log();
        if (log == null || !(Thread.currentThread() instanceof ForkJoinWorkerThread)) {
            return;
        }
        log.busy = true;
        ForkJoinWorkerThread worker = (ForkJoinWorkerThread) Thread.currentThread();
        int message = Sync.message(worker, IDLE);
        List<Integer> all = MESSAGES.get(worker.getPool(), new_ -> new ArrayList<>());
        synchronized (all) {
            if (!all.contains(message)) {
                all.add(message);
            }
        }
        Sync.send(message, log, log.site | Kind.SEND);
        log.busy = false;
    }

    public static void quiet(boolean isQuiet, Object pool) {
        if (isQuiet) {
            quiet(pool);
        }
    }

    public static void quiet(Object pool) {
        Library.read(pool);
        Log log = Library.log();
        if (log == null) {
            return;
        }
        log.busy = true;
        List<Integer> all = MESSAGES.get(pool, new_ -> new ArrayList<>());
        Integer[] messages;
        synchronized (all) {
            messages = all.toArray(new Integer[0]);
        }
        for (int message : messages) {
            Sync.receive(message, log, log.site | Kind.RECEIVE);
        }
        log.busy = false;
    }
}
