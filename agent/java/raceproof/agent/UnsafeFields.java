package raceproof.agent;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * Accesses by `sun.misc.Unsafe`, which names a field by its place in the object. What lies there is known since the program has asked
 * for the place by the field; elements of arrays are found by computing. What was not asked for here is one variable for the object.
 */
public final class UnsafeFields {
    private record Place(Class<?> declaring, long offset) {}

    /** Guarded by itself. Classes stay known as long as the machine runs; there are few whose fields are asked for. */
    private static final Map<Place, Atomics.Field> FIELDS = new HashMap<>();
    private static final Map<Class<?>, long[]> SHAPES = new HashMap<>();
    private static final int UNKNOWN = Names.fieldNumber("java.(unsafe)");

    private UnsafeFields() {}

    /** The place of a field has been asked for. A static field lies in its class. */
    public static void remember(long offset, Field field) {
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        synchronized (FIELDS) {
            FIELDS.computeIfAbsent(new Place(field.getDeclaringClass(), Modifier.isStatic(field.getModifiers()) ? ~offset : offset),
                new_ -> new Atomics.Field(field.getDeclaringClass(), field));
        }
        log.busy = wasBusy;
    }

    @DontInline
    public static void before(Object unsafe, Object object, long offset, Log log, int access) {
        // Without an object it is memory that is no variable.
        if (unsafe == null || object == null || log.busy) {
            return;
        }
        log.busy = true;
        int id;
        int inMode = access;
        if (object.getClass().isArray()) {
            id = element(unsafe, object, offset);
        } else {
            Atomics.Field field = field(object, offset);
            boolean isStatic = field != null && object instanceof Class;
            log.busy = false;
            id = field == null ? -1 : isStatic ? field.ofClass(log, access & ~Kind.MASK) : field.of(object);
            log.busy = true;
        }
        if (id < 0) {
            id = Names.field(object, Ids.of(object), UNKNOWN);
            inMode = Atomics.ordered(access);
        }
        log.busy = false;
        Atomics.enter(id, log, inMode);
    }

    private static Atomics.Field field(Object object, long offset) {
        synchronized (FIELDS) {
            if (object instanceof Class) {
                return FIELDS.get(new Place((Class<?>) object, ~offset));
            }
            for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
                Atomics.Field field = FIELDS.get(new Place(at, offset));
                if (field != null) {
                    return field;
                }
            }
            return null;
        }
    }

    /** The id of an element, or -1 if nothing begins there. */
    private static int element(Object unsafe, Object array, long offset) {
        long[] shape = shape(unsafe, array.getClass());
        long inside = offset - shape[0];
        boolean isElement = inside >= 0 && inside % shape[1] == 0 && inside / shape[1] < Array.getLength(array);
        return isElement ? Ids.infoOf(array, null).element(array, (int) (inside / shape[1])) : -1;
    }

    /** Where elements of a class of arrays begin, and how far they lie apart. Asked for by reflection: the compiler warns of the class. */
    private static long[] shape(Object unsafe, Class<?> type) {
        synchronized (SHAPES) {
            return SHAPES.computeIfAbsent(type.getComponentType().isPrimitive() ? type : Object[].class, new_ -> {
                try {
                    Class<?> in = unsafe.getClass();
                    return new long[] {(int) in.getMethod("arrayBaseOffset", Class.class).invoke(unsafe, new_),
                        (int) in.getMethod("arrayIndexScale", Class.class).invoke(unsafe, new_)};
                } catch (ReflectiveOperationException missing) {
                    return new long[] {Long.MAX_VALUE, 1};
                }
            });
        }
    }
}
