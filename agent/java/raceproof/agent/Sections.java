package raceproof.agent;

import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The critical sections that a thread is in, and what it has done in each with state that is not recorded: see {@link Unrecorded}.
 *
 * A list decides what the program does next, as a field does, but nobody sees who put what into it. Were the critical sections of a
 * lock free to change places, an element could be taken before it was put. So each lock has a variable that stands for all such state
 * which it guards: who looks at any inside a section reads it, and who changes any updates it, once for each section, before that.
 * Then a reordering keeps the sections that change anything in their order, and each that looks behind the changes before it.
 *
 * Why that is enough: two threads use such an object in an order that the program's own synchronisation makes. Whatever makes it but a
 * lock is kept by each correct reordering; and of two sections of a lock, in which the two uses lie, the variable keeps the order, since
 * no thread comes past the event before its use unless the other section has ended. If nothing orders two uses, the object is
 * itself used with a race, which is not looked for. Over-approximated, and so races are missed, is that one lock's sections are ordered
 * if they use different objects.
 *
 * Elements of arrays are recorded, but not what the library does to an array that it is given. So an access of an element, too, is a use.
 *
 * An object that the thread has made in the innermost section is no such object until the section ends or another begins: who else
 * knows it has been told of it by what is recorded. Nor is one of the program's classes, whose fields are recorded, or of those of the
 * library that are.
 */
public final class Sections {
    private static final byte NOTHING = 0;
    private static final byte LOOKED = 1;
    private static final byte CHANGED = 2;
    private static final int FRESH = 8;

    private static final List<String> RECORDED = List.of("java.util.concurrent.", "java.util.Collections$Synchronized",
        "java.util.Vector", "java.util.Hashtable", "java.util.Stack",
        // Never changed.
        "java.util.Collections$Singleton", "java.util.Collections$Empty", "java.util.ImmutableCollections$");

    private Object[] locks = new Object[2];
    private int[] depths = new int[2];
    private byte[] done = new byte[2];
    private int count;
    private final Object[] fresh = new Object[FRESH];
    private int freshEnd;
    /** A class whose objects are recorded, as found last. */
    private Class<?> recorded;

    // ---- the sections

    /** An event of a lock: a section begins, ends or is left for a while. */
    void lockEvent(Object lock, Log log, int kind) {
        int at = count - 1;
        while (at >= 0 && locks[at] != lock) {
            at--;
        }
        switch (kind) {
            case Kind.ACQUIRE, Kind.ACQUIRE_SHARED -> {
                if (at >= 0) {
                    depths[at]++;
                    return;
                }
                push(lock);
            }
            case Kind.RELEASE, Kind.RELEASE_SHARED -> {
                if (at < 0 || --depths[at] > 0) {
                    return;
                }
                remove(at);
            }
            default -> {
                if (at >= 0) {
                    done[at] = NOTHING;
                }
            }
        }
        if (freshEnd > 0) {
            freshEnd = 0;
            Arrays.fill(fresh, null);
        }
        log.openSections = 0;
        for (int each = 0; each < count; each++) {
            log.openSections += done[each] < CHANGED ? 1 : 0;
        }
    }

    private void push(Object lock) {
        if (count == locks.length) {
            locks = Arrays.copyOf(locks, count * 2);
            depths = Arrays.copyOf(depths, count * 2);
            done = Arrays.copyOf(done, count * 2);
        }
        locks[count] = lock;
        depths[count] = 1;
        done[count++] = NOTHING;
    }

    private void remove(int at) {
        count--;
        System.arraycopy(locks, at + 1, locks, at, count - at);
        System.arraycopy(depths, at + 1, depths, at, count - at);
        System.arraycopy(done, at + 1, done, at, count - at);
        locks[count] = null;
    }

    // ---- what transformed code calls

    /** A call will look at an object, or at one of its arguments if that is null. Kept short, as those below: they are copied to each call. */
    public static void looks(Object object, Log log, int location) {
        if (log.openSections != 0) {
            log.sections.uses(object, LOOKED, log, location);
        }
    }

    public static void changes(Object object, Log log, int location) {
        if (log.openSections != 0) {
            log.sections.uses(object, CHANGED, log, location);
        }
    }

    /** `Map.get`: some maps note who was asked for last. */
    public static void gets(Object map, Log log, int location) {
        if (log.openSections != 0) {
            log.sections.uses(map, map instanceof LinkedHashMap ? CHANGED : LOOKED, log, location);
        }
    }

    /** An object of the library has been made by the thread. */
    public static void made(Object object, Log log) {
        if (log.openSections != 0) {
            log.sections.isMade(object);
        }
    }

    @DontInline
    private void isMade(Object object) {
        fresh[freshEnd++ & FRESH - 1] = object;
    }

    @DontInline
    private void uses(Object object, byte use, Log log, int location) {
        if (log.busy || object != null && isElsewhere(object)) {
            return;
        }
        for (int at = 0; at < count; at++) {
            if (done[at] < use) {
                done[at] = use;
                log.openSections -= use == CHANGED ? 1 : 0;
                log.busy = true;
                int id = log.stateId(locks[at]);
                log.busy = false;
                log.event(id, id, location | (use == CHANGED ? Kind.ORDERED_UPDATE : Kind.ORDERED_READ));
            }
        }
    }

    /** Whether nobody else knows the object, or its state is recorded. */
    private boolean isElsewhere(Object object) {
        for (Object each : fresh) {
            if (each == object) {
                return true;
            }
        }
        if (object == System.out || object == System.err) {
            return true;
        }
        Class<?> type = object.getClass();
        if (type != recorded && (object instanceof Iterator || object instanceof Enumeration || !isRecorded(object, type.getName()))) {
            return false;
        }
        recorded = type;
        return true;
    }

    private static boolean isRecorded(Object object, String type) {
        return object instanceof String || object instanceof Number || Unmodelled.isOfProgram(object)
            || RECORDED.stream().anyMatch(type::startsWith);
    }
}
