package raceproof.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is assumed of calls of the Java library of which nothing else is known: neither hooked nor {@link Quiet}.
 *
 * The claim that must not be made is a race that the library's own synchronisation excludes. That synchronisation is about objects of
 * the library, and reaches the program through its calls and through the library's calls of it. So:
 *
 * 1. A call releases to its receiver and to those arguments whose type is a class of the library that is not quiet, before it begins,
 *    and acquires from them when it returns. (A static method has its class for a receiver.) As a release is an update, whatever was
 *    done before any earlier call on one of these objects happens before whatever follows this one.
 * 2. It also releases to the library as a whole, by a variable of its thread. A call of the program by the library acquires those of all
 *    threads, and releases when it returns to what later call-backs, and calls that return, acquire. So call-backs happen after all
 *    unknown calls that began earlier, but two threads that make unknown calls on different objects are not ordered by that.
 * 3. Which methods the library calls is not seen, so all count that it may call: bodies of lambda expressions and methods that override
 *    one of the library; but only on threads that are inside an unknown call, or that the program has not started itself: a thread that
 *    it starts is not ordered by entering a lambda expression, and nobody is before the program's first unknown call.
 *
 * Covered is so any order that goes from a call on an object to a later call on that object, or from a call to a call-back or back, or
 * from one call-back to another. Not covered is an order between calls on two objects that only the library knows to be connected,
 * without a call-back (two ends of a connection), an order that a constructor makes, and one by way of an exception that leaves a
 * call-back. Over-approximated, and so races are missed, is that two calls on one object are ordered even if the library does nothing
 * of the kind, and that call-backs come after calls which have nothing to do with them.
 */
public final class Unmodelled {
    private static final int CALLS = Names.fieldNumber("java.(calls)");
    private static final int PROGRAM = Names.variable("java.(call-backs)");

    /** How often anything was released to each: whoever has acquired that often has nothing to acquire. */
    private static final AtomicInteger CALL_COUNT = new AtomicInteger();
    /** Until there is an unknown call, nobody calls back. */
    private static volatile boolean hasCalls;
    private static final AtomicInteger CALL_BACK_COUNT = new AtomicInteger();
    /** One variable for each thread that has made an unknown call, which it alone writes. Guarded by itself. */
    private static final List<Integer> VARIABLES = new ArrayList<>();

    private Unmodelled() {}

    /** A call begins: with the receiver, or the name of the class. */
    @DontInline
    public static void before(Object receiver, Log log, int location) {
        if (log.busy || isOfProgram(receiver)) {
            return;
        }
        argument(receiver, log, location);
        Sections.changes(null, log, location);
        log.event(variable(log), variable(log), location | Kind.ORDERED_WRITE);
        CALL_COUNT.incrementAndGet();
        hasCalls = true;
        log.unknownCalls++;
    }

    @DontInline
    public static void argument(Object object, Log log, int location) {
        if (object != null && !log.busy) {
            int id = id(object, log);
            log.event(id, id, location | Kind.ORDERED_UPDATE);
        }
    }

    /** It has returned. */
    @DontInline
    public static void after(Object receiver, Log log, int location) {
        if (log.busy || isOfProgram(receiver)) {
            return;
        }
        if (log.unknownCalls > 0) {
            log.unknownCalls--;
        }
        afterArgument(receiver, log, location);
        int now = CALL_BACK_COUNT.get();
        if (log.seenCallBacks != now) {
            log.seenCallBacks = now;
            log.event(PROGRAM, PROGRAM, location | Kind.ORDERED_READ);
        }
    }

    @DontInline
    public static void afterArgument(Object object, Log log, int location) {
        if (object != null && !log.busy) {
            int id = id(object, log);
            log.event(id, id, location | Kind.ORDERED_READ);
        }
    }

    private static int variable(Log log) {
        if (log.callsVariable < 0) {
            log.busy = true;
            Thread thread = Thread.currentThread();
            log.callsVariable = Names.field(thread, Ids.of(thread), CALLS);
            synchronized (VARIABLES) {
                VARIABLES.add(log.callsVariable);
            }
            log.busy = false;
        }
        return log.callsVariable;
    }

    private static Integer[] variables() {
        synchronized (VARIABLES) {
            return VARIABLES.toArray(new Integer[0]);
        }
    }

    /** All methods of its class are the program's, so nothing unknown is called. */
    static boolean isOfProgram(Object object) {
        if (!(object instanceof Tracked)) {
            return false;
        }
        Class<?> at = object.getClass();
        while (at.getClassLoader() != null) {
            at = at.getSuperclass();
        }
        return at == Object.class;
    }

    private static int id(Object object, Log log) {
        log.busy = true;
        int id = object instanceof String ? Names.variable("java.(calls of " + object + ")") : Ids.token(object);
        log.busy = false;
        return id;
    }

    /** A method begins that the library may have called. */
    public static void entered(Log log, int location) {
        compared(log, location);
        if ((log.unknownCalls > 0 || log.isForeign && hasCalls) && !log.busy) {
            enter(log, location);
        }
    }

    /** One that hardly anything but a collection calls: `equals`. */
    public static void compared(Log log, int location) {
        if (!log.insideCalls.isEmpty() && !log.busy) {
            LibraryStores.calledBack(log, location);
        }
    }

    @DontInline
    private static void enter(Log log, int location) {
        int now = CALL_COUNT.get();
        if (log.seenCalls != now) {
            log.seenCalls = now;
            for (int variable : variables()) {
                log.event(variable, variable, location | Kind.ORDERED_READ);
            }
        }
        int before = CALL_BACK_COUNT.get();
        if (log.seenCallBacks != before) {
            log.seenCallBacks = before;
            log.event(PROGRAM, PROGRAM, location | Kind.ORDERED_READ);
        }
    }

    /** It returns. */
    public static void left(Log log, int location) {
        if (!log.insideCalls.isEmpty() && !log.busy) {
            LibraryStores.endsCallBack(log, location);
        }
        if ((log.unknownCalls > 0 || log.isForeign && hasCalls) && !log.busy) {
            log.event(PROGRAM, PROGRAM, location | Kind.ORDERED_UPDATE);
            CALL_BACK_COUNT.incrementAndGet();
        }
    }
}
