package raceproof.agent;

import java.util.concurrent.atomic.AtomicInteger;

/** Numbers of objects. Those of transformed classes carry theirs in a field, all others are looked up by identity. */
final class Ids {
    /** Tags are handed out to threads in pieces of this size. */
    static final int CHUNK = 1 << 12;
    private static final AtomicInteger CHUNK_END = new AtomicInteger(CHUNK);

    private static final IdentityMap<Integer> OTHERS = new IdentityMap<>();
    private static final IdentityMap<ArrayInfo> ARRAYS = new IdentityMap<>();

    private static final int STATE = Names.fieldNumber("java.(token)");
    static final byte[][] TOKEN = {Names.ofField(".(token)")};
    private static final byte[][] VALUE = {Names.ofField(".value")};

    private Ids() {}

    /** The end of a piece; 0 is no tag. After 2^32 tags they start again. */
    static int nextChunkEnd() {
        int end = CHUNK_END.addAndGet(CHUNK);
        return end == CHUNK ? CHUNK_END.addAndGet(CHUNK) : end;
    }

    /** The object's number. */
    static int of(Object object) {
        if (object instanceof Tracked) {
            return ofTracked((Tracked) object);
        }
        Integer known = OTHERS.find(object);
        if (known != null) {
            return known;
        }
        if (object.getClass().isArray()) {
            return infoOf(object, null).number(object);
        }
        // The map uses references, which use locks, which are hooked.
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        int number = OTHERS.get(object, Ids::nameOther);
        log.busy = wasBusy;
        return number;
    }

    /** What is known of an array; if that is nothing, it has the owner from now on, or null for none. */
    static ArrayInfo infoOf(Object array, Log owner) {
        ArrayInfo known = ARRAYS.find(array);
        if (known != null) {
            return known;
        }
        Log log = owner == null ? Log.current() : owner;
        boolean wasBusy = log.busy;
        log.busy = true;
        ArrayInfo info = ARRAYS.get(array, new_ -> new ArrayInfo(owner));
        log.busy = wasBusy;
        return info;
    }

    /** That of an object that has a word. The lower half is emptied: nobody owns the object any more. */
    static int ofTracked(Tracked object) {
        int number = (int) (object.raceproof$word() >>> 32);
        if (number != 0) {
            return number;
        }
        synchronized (Ids.class) {
            number = (int) (object.raceproof$word() >>> 32);
            if (number == 0) {
                number = Names.object(object, Layouts.encodedFields(object.raceproof$layout()));
                object.raceproof$word((long) number << 32);
            }
            return number;
        }
    }

    /** An object of the library has one variable, which stands for its state. */
    private static int nameOther(Object object) {
        return Names.object(object, object.getClass().getName().startsWith("java.util.concurrent.atomic.") ? VALUE : TOKEN);
    }

    /** The variable that stands for the state of an object. */
    static int token(Object object) {
        if (object instanceof Tracked || object.getClass().isArray()) {
            return Names.field(object, of(object), STATE);
        }
        return of(object) - 1;
    }
}
