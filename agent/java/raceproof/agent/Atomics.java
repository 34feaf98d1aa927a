package raceproof.agent;

import java.lang.invoke.VarHandle;

/** What stands around accesses through atomic classes and handles. The access happens inside, as with fields. */
public final class Atomics {
    private static final int VALUE = Names.field("java.value");
    /** Numbers of fields by the handles for them. */
    private static final IdentityMap<Integer> FIELDS = new IdentityMap<>();

    private Atomics() {}

    @DontInline
    public static void before(Object atomic, Object none, int index, Log log, int access) {
        if (atomic != null) {
            enter((long) Ids.of(atomic) << 32 | VALUE, log, access);
        }
    }

    @DontInline
    public static void beforeElement(Object atomic, Object none, int index, Log log, int access) {
        if (atomic != null) {
            enter(element(atomic, index), log, access);
        }
    }

    @DontInline
    public static void beforeHandle(Object handle, Object object, int index, Log log, int access) {
        if (handle == null) {
            return;
        }
        if (handle instanceof VarHandle) {
            int coordinates = ((VarHandle) handle).coordinateTypes().size();
            if (coordinates == 2 && object != null && object.getClass().isArray()) {
                enter(element(object, index), log, access);
                return;
            }
            if (coordinates == 0) {
                enter(field(handle), log, access);
                return;
            }
        }
        if (object != null) {
            enter((long) Ids.of(object) << 32 | field(handle), log, access);
        }
    }

    private static long element(Object array, int index) {
        return (long) Ids.of(array) << 32 | (index | Names.ELEMENT) & 0xFFFF_FFFFL;
    }

    private static void enter(long key, Log log, int access) {
        log.enter(key, key, access);
    }

    private static int field(Object handle) {
        return FIELDS.get(handle, other -> Names.field("java.(handle " + Ids.of(other) + ")"));
    }

    /** A compare-and-set that failed was a read. */
    public static boolean after(boolean hasSucceeded, Log log) {
        if (!hasSucceeded) {
            log.correctKind(Kind.ORDERED_READ);
        }
        log.done();
        return hasSucceeded;
    }

    public static void remember(Object handle, Class<?> owner, String field) {
        if (handle != null) {
            FIELDS.get(handle, other -> Accessors.fieldNumber(owner.getName(), field));
        }
    }
}
