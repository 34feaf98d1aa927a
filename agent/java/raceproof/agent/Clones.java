package raceproof.agent;

/**
 * Copies that the Java library makes of objects of the program: `Object.clone` copies the word, too, and so the number by which the
 * trace knows the original. Copies that the library makes for itself, without being asked, keep it.
 */
public final class Clones {
    private Clones() {}

    /** All fields are read. */
    @DontInline
    public static void cloning(Object original, Log log, int location) {
        if (!(original instanceof Tracked) || !(original instanceof Cloneable)) {
            return;
        }
        Tracked tracked = (Tracked) original;
        long word = tracked.raceproof$word();
        if (word == 0 || word >>> 32 == 0 && (int) word == log.tag) {
            return;
        }
        int first = Ids.ofTracked(tracked) - 1;
        int count = Layouts.fields(tracked.raceproof$layout()).length;
        for (int slot = 0; slot < count; slot++) {
            log.event(first + slot, first + slot, location | Kind.READ);
        }
    }

    /** A method of the library has been asked for a clone, and has either made it itself or called one of the program. */
    public static void cloned(Object original, Object clone, Log log) {
        if (clone instanceof Tracked && clone != original && original instanceof Tracked) {
            long word = ((Tracked) clone).raceproof$word();
            boolean hasNumberOfOriginal = word >>> 32 != 0 && word >>> 32 == ((Tracked) original).raceproof$word() >>> 32;
            // Or it is owned by whoever owns the original.
            if (hasNumberOfOriginal || word >>> 32 == 0) {
                ((Tracked) clone).raceproof$word(0);
            }
        }
    }
}
