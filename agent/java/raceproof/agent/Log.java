package raceproof.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A thread's events, its Lamport time, and what it needs to find out quickly that an event is not needed.
 *
 * Only the thread itself changes it, but for what {@link EventBuffer} guards.
 */
public final class Log extends EventBuffer {
    /** No object's tag. */
    private static final int NO_TAG = -1;
    private static final int LARGE_ARRAY = 1024;
    private static final int MOST_ARRAYS = 4096;
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Log.class, "inside", boolean.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    /** The times of all later events are larger: set by {@link Flusher}. */
    static volatile long floor;

    /** Whose it is, once that thread has begun: see {@link Threads}. */
    Thread thread;

    /** Lamport time of the last event. */
    long time;
    private long least;
    /** Between taking a stripe and the publication of its event. */
    private boolean inside;
    /** The stripe taken, or -1. */
    private int held = -1;
    /** The stripe that must not be written until a read that is left out has been performed, or -1; and when it was written last. */
    private int watched = -1;
    private long watchedWrite;

    /** Marks the objects that this thread creates; another one when it no longer owns those before. Transformed code compares it. */
    public int tag = NO_TAG;
    /** The word of an object that is created: the tag, or 0 if it is not to be owned. */
    public long birth;
    private int nextTag;
    private int tagsEnd;

    /** How often the thread has given work away. */
    private int handovers;
    /** Three numbers for each class that is being initialised: the class, the tag before, and the handovers before. */
    private int[] initialising = new int[12];
    private int initialisingEnd;
    /** The event is the message that a class is initialised. */
    private boolean isEndingInitialisation;

    private final Repetitions repetitions = new Repetitions();
    final Samples samples = new Samples();
    /** How many events that release there were. */
    private int releases;
    /** How many events there were behind which no read repeats one before, and one. */
    private int phase = 1;
    /** For {@link Unmodelled}: how many unknown calls of the library it is inside, and what it has acquired of others' calls. */
    int unknownCalls;
    int seenCalls;
    int seenCallBacks;
    int callsVariable = -1;
    /** It has been started by the library, or by somebody unseen. */
    boolean isForeign = true;
    /** The program itself starts a thread. */
    public boolean isStarting;
    final InsideCalls insideCalls = new InsideCalls();
    final Sections sections = new Sections();
    /** How many of those may still have something to note. */
    public int openSections;
    /** Where in the program a library is being called, or 0. */
    public int site;
    /** Bits of the classes whose initialisation this thread knows to have happened before. */
    private long[] classes = new long[4];
    /** Arrays that were accessed or created, by identity hash: what is known of them, or the tag that they were created with. */
    private Object[] arrays;
    private ArrayInfo[] arrayInfos;
    private int[] arrayTags;
    private int[] arrayReleases;
    private int arraysPushedOut;
    /** What says that the thread owns arrays of which nothing is known. */
    private final ArrayInfo unknown = new ArrayInfo(this);
    /** The array that was found to be the thread's own last, and what says so. Null since a release or another tag, if that may change it. */
    private Object lastOwned;
    private ArrayInfo lastOwnedInfo = unknown;

    /** Ids of locks taken last, and of what stands for the state that they guard, or -1; by the number of the object. */
    private final int[] lockNumbers = new int[64];
    private final int[] lockIds = new int[64];
    private final int[] stateIds = new int[64];

    /** It is busy since {@link Library#mute}. */
    boolean isMuted;
    /** Events lost since their times were too far apart to be noted. */
    long lost;

    Log(int number, boolean isSmall) {
        super(number, isSmall);
        makeArrayTables(16);
        disown();
    }

    /** That of the current thread. */
    public static Log current() {
        Thread thread = Thread.currentThread();
        Log[] table = Threads.table;
        Log log = table[(int) thread.getId() & table.length - 1];
        return log != null && log.thread == thread ? log : Threads.find(thread);
    }

    // ---- events

    /**
     * Takes the stripe of `key` and notes an event, which the access that it stands for must
     * follow, and then {@link #done}. The compiler copies it to the hooks of accesses, which are
     * called and have no copies themselves.
     */
    void enter(long key, long stripeKey, int locationAndKind) {
        if (held >= 0) {
            leave();
        }
        if (position == buffer.length) {
            makeRoom();
        }
        beAt(locationAndKind >>> Kind.BITS);
        INSIDE.setOpaque(this, true);
        int stripe = Stripes.of(stripeKey);
        long before = time;
        long there = Stripes.take(stripe);
        long now = Math.max(Math.max(there, before), Math.max(floor, least)) + 1;
        held = stripe;
        time = now;
        int kind = locationAndKind & Kind.MASK;
        if (Kind.writes(kind)) {
            Stripes.willWrite(stripe, now);
        }
        long distance = now - before;
        if (distance >>> 32 != 0) {
            lost++;
            return;
        }
        buffer[position] = key;
        buffer[position + 1] = distance << 32 | locationAndKind;
        position += 2;
        if (Kind.synchronises(kind)) {
            synchronised(kind);
        }
    }

    @DontInline
    private void synchronised(int kind) {
        phase++;
        if (Kind.releases(kind)) {
            releases++;
            if (lastOwnedInfo == unknown) {
                lastOwned = null;
            }
            if (!Settings.ownedUntilTouched || Kind.handsOver(kind) && !isEndingInitialisation) {
                disown();
            }
        }
    }

    /** Leaves the stripe, if one is taken, and publishes the event. */
    public void done() {
        if (held >= 0) {
            leave();
        }
    }

    @DontInline
    private void leave() {
        leaveHere();
    }

    /** The same, which is copied to where it stands. */
    private void leaveHere() {
        int stripe = held;
        held = -1;
        Stripes.leave(stripe, time);
        publish();
        INSIDE.setRelease(this, false);
    }

    /** At the start of a handler, which is reached rarely: an access that was inside, or a call of the library, has ended by an exception. */
    @DontInline
    public void caught() {
        site = 0;
        unknownCalls = 0;
        done();
    }

    /** An event with nothing to perform inside. */
    @DontInline
    void event(long key, long stripeKey, int locationAndKind) {
        enter(key, stripeKey, locationAndKind);
        leaveHere();
    }

    /** Inside an event that was foreseen as an update: it has failed, and was a read. */
    void correctToRead() {
        if (held >= 0 && position >= 2) {
            long foreseen = buffer[position - 1];
            int kind = (foreseen & Kind.MASK) == Kind.OPAQUE_WRITE ? Kind.OPAQUE_READ : Kind.ORDERED_READ;
            buffer[position - 1] = foreseen & ~(long) Kind.MASK | kind;
        }
    }

    /** Something with that time happened before. */
    void advance(long other) {
        // Not stored in `time`, from which the next event's distance counts: the floor of one event.
        least = Math.max(least, other);
    }

    boolean isInside() {
        return (boolean) INSIDE.getAcquire(this);
    }

    boolean isHolding() {
        return held >= 0;
    }

    // ---- what need not be recorded
    //
    // A thread owns an object whose word ends with the thread's tag: it has created it, no other thread has touched it, and since
    // then the thread has released nothing. Another thread can know such an object only from a racy write of a reference, which is
    // recorded; so accesses of it race only if that write does. (With `owner=touch`: since then the thread has not given away work.
    // That costs a third to a half less, and what the creator does to an object behind its publication is missed.)

    /** The tag for a new object; 0 if it is not to be owned. */
    int birthTag() {
        return (int) birth;
    }

    /** From now on owns nothing that it has created before. */
    void disown() {
        handovers++;
        newTag();
    }

    private void newTag() {
        if (Settings.fast) {
            if (nextTag == tagsEnd) {
                tagsEnd = Ids.nextChunkEnd();
                nextTag = tagsEnd - Ids.CHUNK;
            }
            setTag(nextTag++);
        }
    }

    /** A class begins to be initialised: what is created meanwhile may be in its static fields, and has a tag of its own. */
    void beginInitialising(int number) {
        if (initialisingEnd == initialising.length) {
            initialising = Arrays.copyOf(initialising, initialisingEnd * 2);
        }
        initialising[initialisingEnd++] = number;
        initialising[initialisingEnd++] = tag;
        initialising[initialisingEnd++] = handovers;
        newTag();
    }

    /**
     * A class is initialised: what was created before is owned as before, unless work was given away. Above this class stand those
     * whose initialisation has failed.
     */
    void endInitialising(int number, int message, int access) {
        isEndingInitialisation = true;
        event(message, Sync.messageStripe(message), access);
        isEndingInitialisation = false;
        for (int at = initialisingEnd - 3; at >= 0; at -= 3) {
            if (initialising[at] == number) {
                initialisingEnd = at;
                if (initialising[at + 2] == handovers && Settings.fast) {
                    setTag(initialising[at + 1]);
                } else {
                    newTag();
                }
                return;
            }
        }
        disown();
    }

    private void setTag(int newTag) {
        tag = newTag;
        lastOwned = null;
        birth = newTag & 0xFFFF_FFFFL;
    }

    /** Whether a read may be left out: see {@link Repetitions}. {@link #isStable} must be asked when it has been performed. */
    boolean isRepeated(long key, int access) {
        long write = repetitions.lastWrite(key, access, phase);
        int stripe = Stripes.of(key);
        if (write < 0 || Stripes.lastWrite(stripe) != write) {
            return false;
        }
        watched = stripe;
        watchedWrite = write;
        return true;
    }

    /** Notes the access that is inside, if it may be a write. */
    void accessed(long key) {
        if (Settings.fast && held >= 0) {
            repetitions.accessed(key, Stripes.lastWrite(held));
        }
    }

    /** Notes the read that is inside for {@link #isRepeated}. */
    void recorded(long key, int access) {
        if (Settings.fast && held >= 0) {
            long write = Stripes.lastWrite(held);
            int kind = access & Kind.MASK;
            if (kind != Kind.READ && !repetitions.knows(key, write)) {
                phase++;
            }
            repetitions.recorded(key, access, phase, write);
        }
    }

    /** Whether a read was performed inside its event, or nobody has written meanwhile. Leaves the stripe. */
    public boolean isStable() {
        return (held & watched) == -1 || isStableInside();
    }

    @DontInline
    private boolean isStableInside() {
        int stripe = watched;
        if (stripe < 0) {
            leaveHere();
            return true;
        }
        watched = -1;
        VarHandle.loadLoadFence();
        return Stripes.lastWrite(stripe) == watchedWrite;
    }

    /** A new array: nobody else knows it. */
    @DontInline
    void newArray(Object array, int length) {
        if (length >= LARGE_ARRAY) {
            // Too large to be kept alive by the table, and worth it.
            Ids.infoOf(array, this);
            return;
        }
        int at = System.identityHashCode(array) & arrays.length - 1;
        if (arrays[at] != null && ++arraysPushedOut > arrays.length && arrays.length < MOST_ARRAYS) {
            growArrayTables();
            at = System.identityHashCode(array) & arrays.length - 1;
        }
        arrays[at] = array;
        arrayInfos[at] = null;
        arrayTags[at] = tag;
        arrayReleases[at] = releases;
    }

    private void makeArrayTables(int length) {
        arrays = new Object[length];
        arrayInfos = new ArrayInfo[length];
        arrayTags = new int[length];
        arrayReleases = new int[length];
    }

    /** An array that is pushed out before it is shared is recorded from then on, which costs more than the tables. */
    private void growArrayTables() {
        Object[] known = arrays;
        ArrayInfo[] infos = arrayInfos;
        int[] tags = arrayTags;
        int[] releasesThen = arrayReleases;
        makeArrayTables(known.length * 4);
        arraysPushedOut = 0;
        for (int from = 0; from < known.length; from++) {
            if (known[from] != null) {
                int at = System.identityHashCode(known[from]) & arrays.length - 1;
                arrays[at] = known[from];
                arrayInfos[at] = infos[from];
                arrayTags[at] = tags[from];
                arrayReleases[at] = releasesThen[from];
            }
        }
    }

    /** The thread has ended, and all is written: what is left is for those who join it later. */
    @Override
    synchronized void forget() {
        super.forget();
        repetitions.forget();
        samples.forget();
        arrays = null;
        arrayInfos = null;
        arrayTags = null;
        arrayReleases = null;
        lastOwned = null;
    }

    /** Whether the thread owns an array, as far as can be seen quickly. Kept short: it is copied to each place that uses an array. Of null any answer will do. */
    boolean isOwnArray(Object array) {
        return array == lastOwned && lastOwnedInfo.owner == this;
    }

    /**
     * What is known of an array, or null if the thread owns it. Of one that it has created and released nothing since,
     * nobody else knows; of others, those who touch it find what the owner finds.
     */
    ArrayInfo sharedArray(Object array) {
        int at = System.identityHashCode(array) & arrays.length - 1;
        ArrayInfo info = arrayInfos[at];
        boolean isKnown = arrays[at] == array && info != null && info.owner == null;
        return isKnown ? info : sharedOrOwned(array, at);
    }

    @DontInline
    private ArrayInfo sharedOrOwned(Object array, int at) {
        ArrayInfo info = null;
        if (arrays[at] != array) {
            info = Ids.infoOf(array, null);
        } else if (arrayInfos[at] != null) {
            info = arrayInfos[at];
        } else if (arrayTags[at] != tag) {
            info = Ids.infoOf(array, null);
        } else if (arrayReleases[at] != releases) {
            info = Ids.infoOf(array, this);
        } else {
            lastOwned = array;
            lastOwnedInfo = unknown;
            return null;
        }
        arrays[at] = array;
        arrayInfos[at] = info;
        if (info.isOwnedBy(this)) {
            lastOwned = array;
            lastOwnedInfo = info;
            return null;
        }
        return info;
    }

    /** The id of a lock. */
    int lockId(Object lock) {
        int number = Ids.of(lock);
        int at = number & lockNumbers.length - 1;
        if (lockNumbers[at] != number) {
            lockIds[at] = Names.lock(lock, number);
            stateIds[at] = -1;
            lockNumbers[at] = number;
        }
        return lockIds[at];
    }

    /** The id of the variable that stands for the state which a lock guards. */
    int stateId(Object lock) {
        lockId(lock);
        int at = Ids.of(lock) & stateIds.length - 1;
        if (stateIds[at] < 0) {
            stateIds[at] = Ids.token(lock);
        }
        return stateIds[at];
    }

    /** Whether the thread hears of this class for the first time. */
    boolean isFirstUse(int number) {
        int at = number >>> 6;
        return at >= classes.length || (classes[at] >>> number & 1) == 0;
    }

    void used(int number) {
        int at = number >>> 6;
        if (at >= classes.length) {
            classes = Arrays.copyOf(classes, Math.max(at + 1, classes.length * 2));
        }
        classes[at] |= 1L << number;
    }

    /** Forgets all events up to now, of which none is written. */
    synchronized void startAnew() {
        forgetUntil(time);
        event(0, Threads.threadKey(this), Kind.BEGIN);
    }
}
