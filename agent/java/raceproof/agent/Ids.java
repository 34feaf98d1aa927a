package raceproof.agent;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers of objects. Those of transformed classes carry theirs in a field, all others are looked up by identity. */
final class Ids {
    /** Tags are handed out to threads in pieces of this size. */
    static final int CHUNK = 1 << 12;
    private static final AtomicInteger CHUNK_END = new AtomicInteger(CHUNK);

    private static final IdentityMap<Integer> OTHERS = new IdentityMap<>();
    private static final IdentityMap<ArrayInfo> ARRAYS = new IdentityMap<>();

    private static int count;
    /** Names of classes by the number of the object. */
    private static String[] classNames = new String[1 << 12];

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
        if (object.getClass().isArray()) {
            return ofArray(object, infoOf(object, null));
        }
        // The map uses references, which use locks, which are hooked.
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        int number = OTHERS.get(object, Ids::next);
        log.busy = wasBusy;
        return number;
    }

    /** What is known of an array; if that is nothing, it has the owner from now on, or null for none. */
    static ArrayInfo infoOf(Object array, Log owner) {
        Log log = owner == null ? Log.current() : owner;
        boolean wasBusy = log.busy;
        log.busy = true;
        ArrayInfo info = ARRAYS.get(array, new_ -> new ArrayInfo(owner));
        log.busy = wasBusy;
        return info;
    }

    /** The number of an array. */
    static int ofArray(Object array, ArrayInfo info) {
        int number = info.number;
        if (number == 0) {
            synchronized (Ids.class) {
                if (info.number == 0) {
                    info.number = next(array);
                }
                number = info.number;
            }
        }
        return number;
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
                number = next(object);
                object.raceproof$word((long) number << 32);
            }
            return number;
        }
    }

    /** The name of its class. */
    static synchronized String classOf(int number) {
        return classNames[number];
    }

    private static synchronized int next(Object object) {
        if (++count == classNames.length) {
            classNames = Arrays.copyOf(classNames, classNames.length * 2);
        }
        classNames[count] = object instanceof Class ? ((Class<?>) object).getName() + ".class" : object.getClass().getTypeName();
        return count;
    }
}
