package raceproof.agent;

import java.util.List;

/**
 * Writes what threads have recorded, five times a second, and says up to which time the file is complete.
 *
 * It raises {@link Log#floor} to the largest time there is, and waits until no thread is inside an event. A thread says that it is
 * inside before it takes a stripe, which is a full fence, and reads the floor after it; so whoever was seen outside after the floor
 * was raised has only later times, and all events of at most that time are published.
 */
final class Flusher extends Thread {
    private static final long PERIOD_MILLIS = 200;
    private static final long PATIENCE_NANOS = 1_000_000_000L;

    private static boolean isEndTold;
    private final boolean isLast;

    private Flusher(boolean isLast) {
        super(system(), isLast ? "raceproof end" : "raceproof flusher");
        this.isLast = isLast;
        setDaemon(true);
    }

    /** Where the JVM's own threads are: the program counts those of its own group. */
    private static ThreadGroup system() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** The end comes when the hooks of the program have run, if the library is hooked to say so, else while they run. */
    static void begin(boolean isToldTheEnd) {
        new Flusher(false).start();
        // There must be a hook of somebody, or else the library runs none, and says nothing.
        Runtime.getRuntime().addShutdownHook(new Flusher(true));
        isEndTold = isToldTheEnd;
    }

    @Override
    public void run() {
        if (isLast) {
            if (!isEndTold) {
                end();
            }
            return;
        }
        while (!TraceFile.isClosed()) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException interrupted) {
                continue;
            }
            round();
            Threads.forgetEnded();
        }
    }

    /** One at a time. The answer is false if a thread was inside all the time. */
    private static synchronized boolean round() {
        long complete = 0;
        for (Log log : Threads.all()) {
            complete = Math.max(complete, log.time);
        }
        complete = Math.max(complete, Log.floor);
        Log.floor = complete;
        List<Log> logs = Threads.all();
        boolean isComplete = true;
        for (Log log : logs) {
            isComplete &= awaitOutside(log);
        }
        for (Log log : logs) {
            log.flush(complete);
        }
        if (isComplete) {
            Bytes time = new Bytes();
            time.varint(complete);
            TraceFile.writeAbout('W', time);
        }
        return isComplete;
    }

    private static boolean awaitOutside(Log log) {
        long since = System.nanoTime();
        while (log.isInside()) {
            if (System.nanoTime() - since > PATIENCE_NANOS) {
                return false;
            }
            Thread.onSpinWait();
            Thread.yield();
        }
        return true;
    }

    static void end() {
        TraceFile.end();
        // Whoever is writing a full buffer comes to an end first.
        for (Log log : Threads.all()) {
            log.awaitWritten();
        }
        round();
        Recorder.writeEnd();
        TraceFile.close();
    }
}
