package raceproof.agent;

/**
 * What transformed code calls for accesses of fields and of elements of arrays.
 *
 * A call that begins with `before` stands before the access and takes the stripe; {@link Log#done} or {@link Log#isStable} stands
 * after it. An access that will throw (of null, out of bounds) takes none. `access` is location and kind, a constant of the place.
 */
public final class Hooks {
    private static final boolean FAST = Settings.fast;
    private static final boolean SAMPLED = Settings.sample > 0;
    private static final int UNKNOWN_FIELD = Names.fieldNumber("java.(field)");

    private Hooks() {}

    /** A read of a field; asks for {@link Log#isStable}. */
    @DontInline
    public static void beforeRead(Object object, long word, Log log, int slot, int access) {
        if (!isPassedOver(slot, log, access)) {
            read(id(object, word, slot), log, access);
        }
    }

    /** Another access of a field that must happen inside. */
    @DontInline
    public static void beforeAccess(Object object, long word, Log log, int slot, int access) {
        if (object != null && !isPassedOver(slot, log, access)) {
            access(id(object, word, slot), log, access);
        }
    }

    /** A read of a static field; asks for {@link Log#isStable}. */
    @DontInline
    public static void beforeStaticRead(Log log, int id, int access) {
        if (!isPassedOver(id, log, access)) {
            read(id, log, access);
        }
    }

    private static void read(long key, Log log, int access) {
        if (!FAST || !log.isRepeated(key, access)) {
            log.enter(key, key, access);
            log.recorded(key, access);
        }
    }

    @DontInline
    public static void beforeStaticAccess(Log log, int id, int access) {
        if (!isPassedOver(id, log, access)) {
            access(id, log, access);
        }
    }

    /** Whether the place is executed too often for all its accesses to be recorded. What orders is recorded always. */
    private static boolean isPassedOver(int variable, Log log, int access) {
        return SAMPLED && (access & Kind.MASK) <= Kind.WRITE && log.samples.passOver(access, variable);
    }

    private static void access(long key, Log log, int access) {
        log.enter(key, key, access);
        log.accessed(key);
    }

    /** The id of a field: its place in the layout of the object's class, or if that is not known, the inverse of its number. */
    private static int id(Object object, long word, int slot) {
        int number = (int) (word >>> 32);
        return number != 0 && slot >= 0 ? number - 1 + slot : newId(object, slot);
    }

    @DontInline
    private static int newId(Object object, int slot) {
        if (slot < 0) {
            return Names.field(object, Ids.of(object), ~slot);
        }
        if (object instanceof Tracked) {
            return Ids.ofTracked((Tracked) object) - 1 + slot;
        }
        // Of a class that was not transformed, against expectation.
        return Names.field(object, Ids.of(object), UNKNOWN_FIELD);
    }

    /** The word of an object whose class has no field for it, or one that the place cannot name. */
    @DontInline
    public static long word(Object object) {
        return object instanceof Tracked ? ((Tracked) object).raceproof$word() : 0;
    }

    /** The word of an object under construction. */
    public static long born(long word, Log log) {
        return word != 0 ? word : log.birth;
    }

    public static void newArray(Object array, int length, Log log) {
        if (FAST) {
            log.newArray(array, length);
        }
    }

    /** An array of arrays, which the instruction has created too. */
    public static void newArrays(Object[] arrays, Log log) {
        if (FAST) {
            for (Object inner : arrays) {
                if (inner instanceof Object[] && ((Object[]) inner).getClass().getComponentType().isArray()) {
                    newArrays((Object[]) inner, log);
                } else if (inner != null) {
                    newArray(inner, log);
                }
            }
            log.newArray(arrays, arrays.length);
        }
    }

    public static void newArray(Object array, Log log) {
        newArray(array, java.lang.reflect.Array.getLength(array), log);
    }

    // ---- arrays
    //
    // What stands here for each type is copied to each place by the compilers, and is short for their sake.

    public static void beforeElement(Object[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(Object[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(int[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(int[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(long[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(long[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(float[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(float[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(double[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(double[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(char[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(char[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    public static void beforeElement(short[] array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(short[] array, int index, Log log, int access) {
        if (array != null && index >= 0 && index < array.length) {
            element(array, index, log, access);
        }
    }

    /** The instructions for bytes are those for booleans. */
    public static void beforeElement(Object array, int index, Log log, int access) {
        if (!log.isOwnArray(array)) {
            beforeForeign(array, index, log, access);
        }
    }

    @DontInline
    private static void beforeForeign(Object array, int index, Log log, int access) {
        if (array == null || index < 0) {
            return;
        }
        int length = array instanceof byte[] ? ((byte[]) array).length : ((boolean[]) array).length;
        if (index < length) {
            element(array, index, log, access);
        }
    }

    /** Of an array of any type, by reflection. */
    public static void beforeReflectedElement(Object array, int index, Log log, int access) {
        boolean isThere = array != null && array.getClass().isArray() && index >= 0
            && index < java.lang.reflect.Array.getLength(array);
        if (isThere && !log.isOwnArray(array)) {
            element(array, index, log, access);
        }
    }

    /** Unless the thread turns out to own the array. For all types, so that it is compiled once. */
    @DontInline
    private static void element(Object array, int index, Log log, int access) {
        if (isPassedOver(0, log, access)) {
            return;
        }
        ArrayInfo info = log.sharedArray(array);
        if (info != null) {
            if ((access & Kind.MASK) == Kind.READ) {
                Sections.looks(null, log, access & ~Kind.MASK);
            } else {
                Sections.changes(null, log, access & ~Kind.MASK);
            }
            access(info.element(array, index), log, access);
        }
    }

    /** The same of a read; asks for {@link Log#isStable}. */
    @DontInline
    private static void elementRead(Object array, int index, Log log, int access) {
        if (isPassedOver(0, log, access)) {
            return;
        }
        ArrayInfo info = log.sharedArray(array);
        if (info != null) {
            Sections.looks(null, log, access & ~Kind.MASK);
            read(info.element(array, index), log, access);
        }
    }

    // ---- loads of elements that are known to be there: the place has looked

    public static int load(int[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static int loadInside(int[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            int value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
    }

    public static long load(long[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static long loadInside(long[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            long value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
    }

    public static float load(float[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static float loadInside(float[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            float value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
    }

    public static double load(double[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static double loadInside(double[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            double value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
    }

    public static char load(char[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static char loadInside(char[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            char value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
    }

    public static short load(short[] array, int index, Log log, int access) {
        return log.isOwnArray(array) ? array[index] : loadInside(array, index, log, access);
    }

    @DontInline
    private static short loadInside(short[] array, int index, Log log, int access) {
        for (;;) {
            elementRead(array, index, log, access);
            short value = array[index];
            if (log.isStable()) {
                return value;
            }
        }
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
        for (;;) {
            elementRead(array, index, log, access);
            int value = byteOrBoolean(array, index);
            if (log.isStable()) {
                return value;
            }
        }
    }

    // ---- initialisation of classes

    /** The current thread uses a class, which is initialised. */
    public static void classUsed(Log log, int number, int message, int location) {
        if (log.isFirstUse(number)) {
            firstUse(log, number, message, location);
        }
    }

    @DontInline
    private static void firstUse(Log log, int number, int message, int location) {
        log.used(number);
        log.event(message, Sync.messageStripe(message), location | Kind.RECEIVE);
    }

    public static void classInitialising(Log log, int number, int message, int location) {
        log.beginInitialising(number);
    }

    /** The end of a class's initialisation. */
    public static void classInitialised(Log log, int number, int message, int location) {
        log.used(number);
        Sync.noteSent(message);
        log.endInitialising(number, message, location | Kind.SEND);
    }

    /** A class has been got by a call that initialises it, if it has an initializer that has ended. */
    public static void classGot(Class<?> got, Log log, int location) {
        classInitialised(got, log, location);
    }

    /** The same; whether there is such an initializer. */
    static boolean classInitialised(Class<?> got, Log log, int location) {
        boolean hasOne = false;
        for (Class<?> at = got; at != null && at.getClassLoader() != null && !log.busy; at = at.getSuperclass()) {
            log.busy = true;
            int number = Accessors.classNumber(at.getName().replace('.', '/'));
            int message = Names.message(at.getName() + ".<clinit>");
            boolean hasEnded = Sync.sent(message) >= 0;
            log.busy = false;
            if (hasEnded) {
                hasOne = true;
                classUsed(log, number, message, location);
            }
        }
        return hasOne;
    }
}
