package raceproof.agent;

import java.lang.reflect.Member;
import java.util.Map;

/**
 * What method handles and reflection call, as far as it is known.
 *
 * A method of the program is recorded where it is, and of the library there are classes that order nothing. Of other calls it is not
 * seen what they order: an atomic's `set` by a handle is no access here. Then races may be told that are none, so the trace says once
 * that there was such a call, and its reader doubts.
 */
public final class Callees {
    /** Handles for methods, and methods called by reflection, of whose calls all is seen. */
    private static final IdentityMap<Boolean> SEEN = new IdentityMap<>();
    private static volatile boolean isNoted;

    private Callees() {}

    /** A handle has been made for a method, of a class, of an object, or that was looked up before. */
    public static void made(Object handle, Object of) {
        if (handle != null && of != null && isSeen(of instanceof Class ? (Class<?>) of
            : of instanceof Member ? ((Member) of).getDeclaringClass() : of.getClass())) {
            remember(handle);
        }
    }

    /** A handle has been made of another, which does what that does. */
    public static void derived(Object handle, Object from) {
        if (handle != null && SEEN.find(from) != null) {
            remember(handle);
        }
    }

    private static void remember(Object handle) {
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        SEEN.get(handle, same -> true);
        log.busy = wasBusy;
    }

    /** A handle that is for no field will be invoked. */
    @DontInline
    public static void invoking(Object handle, Log log) {
        if (!isNoted && handle != null && SEEN.find(handle) == null) {
            note(log);
        }
    }

    /** Reflection will call a method. */
    @DontInline
    public static void calling(Object method, Log log) {
        if (isNoted || method == null || SEEN.find(method) != null) {
            return;
        }
        if (isSeen(((Member) method).getDeclaringClass())) {
            remember(method);
        } else {
            note(log);
        }
    }

    private static void note(Log log) {
        if (log.busy) {
            return;
        }
        isNoted = true;
        log.busy = true;
        Recorder.writeMeta(Map.of("unseen-calls", "1"));
        log.busy = false;
    }

    private static boolean isSeen(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
            Class<?> parent = type.getSuperclass();
            return parent == null || parent == Object.class || isSeen(parent);
        }
        String name = type.getName().replace('.', '/');
        // Libraries ask the machine about its size by reflection, as these classes may be missing.
        if (name.startsWith("java/lang/management/") || name.startsWith("com/sun/management/")) {
            return true;
        }
        return type.isArray() || Quiet.isQuiet(name) && !Quiet.isHooked(name)
            && !name.startsWith("java/lang/invoke/") && !name.startsWith("java/lang/reflect/");
    }
}
