package raceproof.agent;

import java.lang.invoke.VarHandle;

/** What stands around accesses through atomic classes and handles. The access happens inside, as with fields. */
public final class Atomics {
    /** What is known of a handle: the field it is for, and where that stands in the layout in which it was last looked for. */
    private static final class Field {
        final String owner;
        final String name;
        final int number;
        private Place last = new Place(-1, -1);

        private record Place(int layout, int slot) {}

        Field(String owner, String name) {
            this.owner = owner;
            this.name = name;
            number = Accessors.fieldNumber(owner + "." + name);
        }

        int of(Object object) {
            if (!(object instanceof Tracked)) {
                return Names.field(object, Ids.of(object), number);
            }
            int layout = ((Tracked) object).raceproof$layout();
            Place place = last;
            if (place.layout != layout) {
                place = new Place(layout, Layouts.slot(layout, owner + "." + name));
                last = place;
            }
            return place.slot < 0 ? Names.field(object, Ids.of(object), number) : Ids.of(object) - 1 + place.slot;
        }
    }

    private static final IdentityMap<Field> FIELDS = new IdentityMap<>();

    private Atomics() {}

    @DontInline
    public static void before(Object atomic, Object none, int index, Log log, int access) {
        if (atomic != null) {
            enter(Ids.token(atomic), log, access);
        }
    }

    @DontInline
    public static void beforeElement(Object atomic, Object none, int index, Log log, int access) {
        if (atomic != null) {
            // One variable for all: what is wrong about it only orders too much.
            enter(Ids.token(atomic), log, access);
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
                if (index >= 0 && index < java.lang.reflect.Array.getLength(object)) {
                    enter(Ids.infoOf(object, null).element(object, index), log, access);
                }
                return;
            }
            if (coordinates == 0) {
                Field field = field(handle);
                enter(Names.variable(field.owner + "." + field.name), log, access);
                return;
            }
        }
        if (object != null) {
            enter(field(handle).of(object), log, access);
        }
    }

    private static void enter(int id, Log log, int access) {
        log.enter(id, id, access);
    }

    private static Field field(Object handle) {
        return FIELDS.get(handle, other -> new Field("java", "(handle " + Ids.of(other) + ")"));
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
            FIELDS.get(handle, other -> new Field(owner.getName(), field));
        }
    }
}
