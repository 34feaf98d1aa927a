package raceproof.agent;

import java.util.HashMap;
import java.util.Map;

/**
 * By which calls a thread came to a place when it was there for the first time: what waits for the next block `K`.
 *
 * To walk the stack costs far more than to record an event, so it is done once for each thread and place, and no more when there are
 * many.
 */
final class Stacks {
    private static final int MOST = 20_000;
    private static final int MOST_CALLERS = 60;
    private static final String OWN = "raceproof.agent.";

    private static final Map<String, Integer> PLACES = new HashMap<>();
    private static volatile int kept;
    private static Bytes waiting = new Bytes();
    private static int waitingCount;

    private Stacks() {}

    /** Whether there may be more. */
    static boolean isOpen() {
        return kept < MOST;
    }

    /** Keeps the calls under way of the current thread, which is at the place. */
    static void keep(int thread, int location) {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        String[] places = new String[Math.min(stack.length, MOST_CALLERS)];
        int count = 0;
        for (StackTraceElement call : stack) {
            boolean isBeforePlace = count == 0 && isLibrarys(call);
            if (count < places.length && !isBeforePlace && !isRecorders(call)) {
                places[count++] = told(call);
            }
        }
        add(thread, location, places, count);
    }

    /** Hooks stand in methods of the library, too, which the program calls at the place. */
    private static boolean isLibrarys(StackTraceElement call) {
        String module = call.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    private static boolean isRecorders(StackTraceElement call) {
        return call.getClassName().startsWith(OWN) || call.getMethodName().startsWith(Accessors.PREFIX);
    }

    private static synchronized void add(int thread, int location, String[] places, int count) {
        kept++;
        waitingCount++;
        waiting.varint(thread);
        waiting.varint(location);
        // The first is the place itself.
        waiting.varint(Math.max(count - 1, 0));
        for (int at = 1; at < count; at++) {
            waiting.varint(PLACES.computeIfAbsent(places[at], Names::location));
        }
    }

    private static String told(StackTraceElement call) {
        String file = call.getFileName() == null ? "Unknown Source" : call.getFileName();
        String line = call.getLineNumber() > 0 ? ":" + call.getLineNumber() : "";
        return call.getClassName() + "." + call.getMethodName() + "(" + file + line + ")";
    }

    /** What waits, which does no longer, or null if nothing does. All that it names has been named. */
    static synchronized Bytes take() {
        if (waitingCount == 0) {
            return null;
        }
        Bytes block = new Bytes();
        block.varint(waitingCount);
        block.add(waiting);
        waiting = new Bytes();
        waitingCount = 0;
        return block;
    }
}
