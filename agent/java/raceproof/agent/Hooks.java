package raceproof.agent;

/**
 * What transformed code calls for accesses of fields and of elements of arrays.
 *
 * A call that begins with `before` stands before the access and takes the stripe; {@link Log#done} or {@link Log#isStable} stands
 * after it. An access that will throw (of null, out of bounds) takes none. `access` is location and kind, a constant of the place.
 */
public final class Hooks {
    private static final boolean FAST = Settings.fast;

    private Hooks() {}

    /** A read of a field; asks for {@link Log#isStable}. */
    @DontInline
    public static void beforeRead(Object object, long word, Log log, int field, int access) {
        read(key(object, word, field), log, access);
    }

    /** Another access of a field that must happen inside. */
    @DontInline
    public static void beforeAccess(Object object, long word, Log log, int field, int access) {
        if (object != null) {
            long key = key(object, word, field);
            log.enter(key, key, access);
        }
    }

    /** A read of a static field; asks for {@link Log#isStable}. */
    @DontInline
    public static void beforeStaticRead(Log log, int field, int access) {
        read(field, log, access);
    }

    private static void read(long key, Log log, int access) {
        if (!FAST) {
            log.enter(key, key, access);
        } else if (!log.isRepeated(key, access)) {
            log.enter(key, key, access);
            log.remember(key, access);
        }
    }

    public static void beforeStaticAccess(Log log, int field, int access) {
        log.enter(field, field, access);
    }

    private static long key(Object object, long word, int field) {
        int number = (int) (word >>> 32);
        if (number == 0) {
            number = Ids.of(object);
        }
        return (long) number << 32 | field;
    }

    /** The word of an object whose class has no field for it, or one that the place cannot name. */
    @DontInline
    public static long word(Object object) {
        return object instanceof Tracked ? ((Tracked) object).raceproof$word() : 0;
    }

    /** The word of an object under construction. */
    public static long born(long word, Log log) {
        return word != 0 ? word : log.tag() & 0xFFFF_FFFFL;
    }

    /** A clone has copied the word of its original. */
    public static void cloned(Object clone) {
        if (clone instanceof Tracked) {
            ((Tracked) clone).raceproof$word(0);
        }
    }

    public static void newArray(Object array, Log log) {
        if (FAST) {
            log.newArray(array, java.lang.reflect.Array.getLength(array));
        }
    }

    // ---- arrays

    public static void beforeElement(Object[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(int[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(long[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(float[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(double[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(char[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(short[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    /** The instructions for bytes are those for booleans. */
    public static void beforeElement(Object array, int index, Log log, int access) {
        if (array == null || index < 0) {
            return;
        }
        int length = array instanceof byte[] ? ((byte[]) array).length : ((boolean[]) array).length;
        if (index < length) {
            element(array, index, log, access);
        }
    }

    private static void element(Object array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            foreignElement(array, index, log, access);
        }
    }

    @DontInline
    private static void foreignElement(Object array, int index, Log log, int access) {
        int number = log.arrayNumber(array);
        if (number != 0) {
            long key = (long) number << 32 | (index | Names.ELEMENT) & 0xFFFF_FFFFL;
            log.enter(key, key, access);
        }
    }

    // ---- loads of elements that are known to be there: the place has looked

    public static int load(int[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static int loadInside(int[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        int value = array[index];
        log.done();
        return value;
    }

    public static long load(long[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static long loadInside(long[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        long value = array[index];
        log.done();
        return value;
    }

    public static float load(float[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static float loadInside(float[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        float value = array[index];
        log.done();
        return value;
    }

    public static double load(double[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static double loadInside(double[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        double value = array[index];
        log.done();
        return value;
    }

    public static char load(char[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static char loadInside(char[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        char value = array[index];
        log.done();
        return value;
    }

    public static short load(short[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static short loadInside(short[] array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        short value = array[index];
        log.done();
        return value;
    }

    /** The instructions for bytes are those for booleans. */
    public static int load(Object array, int index, Log log, int access) {
        return log.isOwnArray(array) ? byteOrBoolean(array, index) : loadInside(array, index, log, access);
    }

    private static int byteOrBoolean(Object array, int index) {
        return array instanceof byte[] ? ((byte[]) array)[index] : ((boolean[]) array)[index] ? 1 : 0;
    }

    @DontInline
    private static int loadInside(Object array, int index, Log log, int access) {
        foreignElement(array, index, log, access);
        int value = byteOrBoolean(array, index);
        log.done();
        return value;
    }

    // ---- initialisation of classes

    /** The current thread uses a class, which is initialised. */
    public static void classUsed(Log log, int number, int topic, int location) {
        if (log.isFirstUse(number)) {
            firstUse(log, number, topic, location);
        }
    }

    @DontInline
    private static void firstUse(Log log, int number, int topic, int location) {
        log.used(number);
        log.event(topic, Sync.messageStripe(topic), location | Kind.RECEIVE);
    }

    /** The end of a class's initialisation. */
    public static void classInitialised(Log log, int number, int topic, int location) {
        log.used(number);
        log.event(topic, Sync.messageStripe(topic), location | Kind.SEND);
    }
}
