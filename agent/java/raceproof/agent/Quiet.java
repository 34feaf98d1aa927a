package raceproof.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which classes of the Java library need no default order (see {@link Unmodelled}), by the class that a call names.
 *
 * Quiet are those that are not meant to synchronise: values, plain collections, buffers, text, files, reflection. Some of them use
 * locks or atomics for themselves, as Random does, and promise nothing by that. Hooked are those of whose methods
 * {@link LibraryTable} knows what they do: their calls only say for which place of the program they act.
 */
final class Quiet {
    private static final List<String> HOOKED = List.of("java/util/", "java/lang/Thread", "java/lang/Iterable", "java/lang/StringBuffer",
        "java/lang/System", "java/lang/Runtime", "java/io/", "java/lang/Appendable", "java/lang/AutoCloseable");

    /** Before the others are asked: they lie in packages of those. */
    private static final List<String> LOUD = List.of("java/util/prefs/", "java/util/Observable",
        "java/util/concurrent/Flow", "java/util/concurrent/SubmissionPublisher", "java/lang/ref/Cleaner", "java/lang/ref/ReferenceQueue",
        "java/lang/management/", "java/lang/Process", "java/lang/invoke/SwitchPoint", "java/lang/invoke/MutableCallSite",
        "java/lang/invoke/VolatileCallSite", "java/nio/channels/");

    private static final List<String> QUIET = List.of("java/lang/", "java/util/function/", "java/util/zip/", "java/util/jar/",
        "java/nio/", "java/math/", "java/text/", "java/time/", "javax/xml/", "org/w3c/", "org/xml/", "com/sun/org/apache/", "java/security/",
        "javax/crypto/", "java/net/URI", "java/net/URL", "java/net/Inet", "javax/annotation/", "[");

    private static final Set<String> QUIET_ALONE = Set.of("java/lang/ThreadLocal", "java/lang/ThreadDeath", "java/util/Random");

    /** What has been found out: a class is asked about for each call. Guarded by themselves. */
    private static final Map<String, Boolean> KNOWN_HOOKED = new HashMap<>();
    private static final Map<String, Boolean> KNOWN_QUIET = new HashMap<>();

    private Quiet() {}

    static boolean isHooked(String owner) {
        synchronized (KNOWN_HOOKED) {
            return KNOWN_HOOKED.computeIfAbsent(owner, Quiet::findHooked);
        }
    }

    static boolean isQuiet(String owner) {
        synchronized (KNOWN_QUIET) {
            return KNOWN_QUIET.computeIfAbsent(owner, Quiet::findQuiet);
        }
    }

    private static boolean findHooked(String owner) {
        return isOneOf(HOOKED, owner) && !isOneOf(LOUD, owner) && !isOneOf(QUIET, owner.startsWith("java/util/") ? owner : "") && !QUIET_ALONE.contains(owner);
    }

    private static boolean findQuiet(String owner) {
        return isOneOf(QUIET, owner) && !isOneOf(LOUD, owner) || QUIET_ALONE.contains(owner);
    }

    private static boolean isOneOf(List<String> prefixes, String name) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
