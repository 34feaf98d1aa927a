package raceproof.agent;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers of objects. Those of transformed classes carry theirs in a field, all others are looked up by identity. */
final class Ids {
    /** Numbers of births are handed out to threads in pieces of this size; the first piece stays unused. */
    static final int CHUNK = 1 << 16;
    private static final AtomicInteger CHUNK_END = new AtomicInteger(CHUNK);

    private static final IdentityMap<Integer> OTHERS = new IdentityMap<>();

    private static int count;
    /** Names of classes by the number of the object. */
    private static String[] classNames = new String[1 << 12];

    private Ids() {}

    static int nextChunkEnd() {
        int end = CHUNK_END.addAndGet(CHUNK);
        // After 2^32 births the numbers start again; the first piece is passed over, as it was the first time.
        return end == CHUNK ? CHUNK_END.addAndGet(CHUNK) : end;
    }

    /** The object's number. */
    static int of(Object object) {
        if (object instanceof Tracked) {
            return ofTracked((Tracked) object);
        }
        // The map uses references, which use locks, which are hooked.
        Log log = Log.current();
        boolean wasBusy = log.busy;
        log.busy = true;
        int number = OTHERS.get(object, Ids::next);
        log.busy = wasBusy;
        return number;
    }

    /** That of an object that has a word. The lower half is emptied: the object is never fresh again. */
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

    /** The name under which an object is found in the trace. */
    static synchronized String nameOf(int number) {
        return classNames[number] + "@" + number;
    }

    private static synchronized int next(Object object) {
        if (++count == classNames.length) {
            classNames = Arrays.copyOf(classNames, classNames.length * 2);
        }
        classNames[count] = object instanceof Class ? ((Class<?>) object).getName() + ".class" : object.getClass().getTypeName();
        return count;
    }
}
