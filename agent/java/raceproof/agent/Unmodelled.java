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
 * 2. It also sends a message of its thread to the library as a whole. A call of the program by the library receives those of all
 *    threads, and releases when it returns to what later call-backs, and calls that return, acquire. So call-backs happen after all
 *    unknown calls that began earlier, but two threads that make unknown calls on different objects are not ordered by that.
 * 3. Which methods the library calls is not seen, so all count that it may call: bodies of lambda expressions and methods that override
 *    one of the library; but only on threads that are inside an unknown call, or that the program has not started itself: a thread that
 *    it starts is not ordered by entering a lambda expression.
 *
 * Covered is so any order that goes from a call on an object to a later call on that object, or from a call to a call-back or back, or
 * from one call-back to another. Not covered is an order between calls on two objects that only the library knows to be connected,
 * without a call-back (two ends of a connection), an order that a constructor makes, and one by way of an exception that leaves a
 * call-back. Over-approximated, and so races are missed, is that two calls on one object are ordered even if the library does nothing
 * of the kind, and that call-backs come after calls which have nothing to do with them.
 */
public final class Unmodelled {
    private static final int CALLS = Names.topic("calls");
    private static final int PROGRAM = Names.variable("java.(call-backs)");

    /** How often anything was released to each: whoever has acquired that often has nothing to acquire. */
    private static final AtomicInteger CALL_COUNT = new AtomicInteger();
    private static final AtomicInteger CALL_BACK_COUNT = new AtomicInteger();
    /** One message for each thread that has made an unknown call. Guarded by itself. */
    private static final List<Integer> MESSAGES = new ArrayList<>();

    private Unmodelled() {}

    /** A call begins: with the receiver, or the name of the class. */
    @DontInline
    public static void before(Object receiver, Log log, int location) {
        if (log.busy) {
            return;
        }
        argument(receiver, log, location);
        Sync.send(message(log), log, location | Kind.SEND);
        CALL_COUNT.incrementAndGet();
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
        if (log.busy) {
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

    private static int message(Log log) {
        if (log.callMessage < 0) {
            log.busy = true;
            log.callMessage = Sync.message(Thread.currentThread(), CALLS);
            synchronized (MESSAGES) {
                MESSAGES.add(log.callMessage);
            }
            log.busy = false;
        }
        return log.callMessage;
    }

    private static Integer[] messages() {
        synchronized (MESSAGES) {
            return MESSAGES.toArray(new Integer[0]);
        }
    }

    private static int id(Object object, Log log) {
        log.busy = true;
        int id = object instanceof String ? Names.variable("java.(calls of " + object + ")") : Ids.token(object);
        log.busy = false;
        return id;
    }

    /** A method begins that the library may have called. */
    public static void entered(Log log, int location) {
        if ((log.unknownCalls > 0 || log.isForeign) && !log.busy) {
            enter(log, location);
        }
    }

    @DontInline
    private static void enter(Log log, int location) {
        int now = CALL_COUNT.get();
        if (log.seenCalls != now) {
            log.seenCalls = now;
            for (int message : messages()) {
                Sync.receive(message, log, location | Kind.RECEIVE);
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
        if ((log.unknownCalls > 0 || log.isForeign) && !log.busy) {
            log.event(PROGRAM, PROGRAM, location | Kind.ORDERED_UPDATE);
            log.disown();
            CALL_BACK_COUNT.incrementAndGet();
        }
    }
}
