package raceproof.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** What stands around accesses through atomic classes and handles. The access happens inside, as with fields. */
public final class Atomics {
    /** What is known of a handle: the field it is for, and where that stands in the layout in which it was last looked for. */
    static final class Field {
        final String owner;
        final String name;
        final int number;
        final boolean isFinal;
        final boolean isVolatile;
        /** The class that declares it, or null. */
        private final WeakReference<Class<?>> declaring;
        /** Its class has no initializer that has ended. */
        private boolean isSettled;
        private Place last = new Place(-1, -1);

        private record Place(int layout, int slot) {}

        /** One of which nothing is known but that it is not another. */
        Field(int number) {
            owner = "java";
            name = "(handle " + number + ")";
            this.number = Accessors.fieldNumber(owner + "." + name);
            isFinal = false;
            isVolatile = true;
            declaring = null;
        }

        /** The field may be declared by a superclass of the class, or be unknown. */
        Field(Class<?> asked, java.lang.reflect.Field declared) {
            owner = (declared == null ? asked : declared.getDeclaringClass()).getName();
            name = declared == null ? "(field)" : declared.getName();
            number = Accessors.fieldNumber(owner + "." + name);
            isFinal = declared != null && Modifier.isFinal(declared.getModifiers());
            isVolatile = declared == null || Modifier.isVolatile(declared.getModifiers());
            declaring = declared == null ? null : new WeakReference<>(declared.getDeclaringClass());
        }

        /** The id of a static field. Its class is initialised, as the access would do itself, but before its event. */
        int ofClass(Log log, int location) {
            Class<?> in = declaring == null ? null : declaring.get();
            if (in != null && !isSettled && in.getClassLoader() != null) {
                try {
                    Class.forName(in.getName(), true, in.getClassLoader());
                    isSettled = !Hooks.classInitialised(in, log, location);
                } catch (ClassNotFoundException hidden) {
                    isSettled = true;
                }
            }
            return Names.variable(owner + "." + name);
        }

        boolean isKnown() {
            return !name.startsWith("(");
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
    /** Whether there are handles that were made of others. */
    private static volatile boolean areDerived;
    private static final int MOST_ELEMENTS = 1 << 16;
    /** One more than the number of the field, or 0. */
    private static int[] elementNumbers = new int[16];

    private Atomics() {}

    @DontInline
    public static void before(Object atomic, Object none, int index, Log log, int access) {
        if (atomic != null) {
            enter(Ids.token(atomic), log, access);
        }
    }

    @DontInline
    public static void beforeElement(Object atomic, Object none, int index, Log log, int access) {
        if (atomic == null || index < 0) {
            return;
        }
        // Elements far from the first share a variable, so none of their accesses is plain.
        int number = elementNumber(index & MOST_ELEMENTS - 1);
        enter(Names.field(atomic, Ids.of(atomic), number), log, index < MOST_ELEMENTS ? access : ordered(access));
    }

    /** The number of the field that stands for an element of an atomic array. */
    private static synchronized int elementNumber(int index) {
        if (index >= elementNumbers.length) {
            elementNumbers = Arrays.copyOf(elementNumbers, Integer.highestOneBit(index) * 2);
        }
        if (elementNumbers[index] == 0) {
            elementNumbers[index] = Names.fieldNumber("java.[" + index + "]") + 1;
        }
        return elementNumbers[index] - 1;
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
                enter(field.ofClass(log, access & ~Kind.MASK), log, field.isKnown() ? access : ordered(access));
                return;
            }
        }
        if (object != null) {
            Field field = field(handle);
            // What an unknown handle reaches may be several variables: a view of a buffer, a segment of memory.
            enter(field.of(object), log, field.isKnown() ? access : ordered(access));
        }
    }

    /** Such a handle may access a variable by any mode, and nobody knows which. */
    public static void derivesHandle() {
        areDerived = true;
    }

    /**
     * A method handle that reads or writes a field, or may be made of one; others are nothing here. `first` is its first argument, if
     * that is an object.
     */
    @DontInline
    public static void beforeInvoke(Object handle, Object first, Log log, int location) {
        Field field = handle == null ? null : FIELDS.get(handle, null);
        if (field == null) {
            Callees.invoking(handle, log);
            fenceDerived(log, location);
            return;
        }
        if (field.isFinal) {
            return;
        }
        MethodType type = ((MethodHandle) handle).type();
        boolean isSetter = type.returnType() == void.class;
        boolean isStatic = type.parameterCount() == (isSetter ? 1 : 0);
        int access = location | (isSetter ? Kind.WRITE : Kind.READ);
        beforeField(field, isStatic, first, log, access);
    }

    @DontInline
    public static void afterInvoke(Object handle, Log log, int location) {
        if (areDerived && FIELDS.get(handle, null) == null) {
            fenceDerived(log, location);
        }
    }

    /** What may be an access that orders is taken for one: races are missed, and none is told wrongly. */
    private static void fenceDerived(Log log, int location) {
        if (areDerived) {
            Sync.fence(log, location);
        }
    }

    private static void beforeField(Field field, boolean isStatic, Object object, Log log, int access) {
        int inMode = field.isVolatile ? ordered(access) : access;
        if (isStatic) {
            enter(field.ofClass(log, access & ~Kind.MASK), log, inMode);
        } else if (object != null) {
            enter(field.of(object), log, inMode);
        }
    }

    /** `Field.get` and its like, and `Field.set`. */
    @DontInline
    public static void beforeReflection(Object reflected, Object object, Log log, int access) {
        if (reflected == null) {
            return;
        }
        java.lang.reflect.Field field = (java.lang.reflect.Field) reflected;
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        boolean isOurs = field.getDeclaringClass().getClassLoader() != null && !Modifier.isFinal(field.getModifiers());
        if (isOurs && (isStatic || field.getDeclaringClass().isInstance(object))) {
            beforeField(FIELDS.get(field, same -> new Field(field.getDeclaringClass(), field)), isStatic, object, log, access);
        }
    }

    static int ordered(int access) {
        int kind = access & Kind.MASK;
        return kind == Kind.READ ? access | Kind.ORDERED_READ : kind == Kind.WRITE ? access - kind + Kind.ORDERED_WRITE : access;
    }

    @DontInline
    static void enter(int id, Log log, int access) {
        log.enter(id, id, access);
    }

    private static Field field(Object handle) {
        return FIELDS.get(handle, other -> new Field(Ids.of(other)));
    }

    /** A compare-and-set that failed was a read. */
    public static boolean after(boolean hasSucceeded, Log log) {
        if (!hasSucceeded) {
            log.correctToRead();
        }
        log.done();
        return hasSucceeded;
    }

    /** A handle has been made for a field by its name. */
    public static void remember(Object handle, Class<?> owner, String field) {
        if (handle != null && owner != null) {
            Log log = Log.current();
            boolean wasBusy = log.busy;
            log.busy = true;
            FIELDS.get(handle, other -> new Field(owner, declared(owner, field)));
            log.busy = wasBusy;
        }
    }

    /** Or for one that had been looked up before. */
    public static void remember(Object handle, Object field) {
        if (handle != null) {
            java.lang.reflect.Field declared = (java.lang.reflect.Field) field;
            FIELDS.get(handle, other -> new Field(declared.getDeclaringClass(), declared));
        }
    }

    private static java.lang.reflect.Field declared(Class<?> owner, String field) {
        for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
            try {
                return at.getDeclaredField(field);
            } catch (NoSuchFieldException | LinkageError | SecurityException elsewhere) {
                continue;
            }
        }
        return null;
    }
}
