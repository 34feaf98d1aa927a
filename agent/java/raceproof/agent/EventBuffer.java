package raceproof.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The events of a thread that are not in the file yet, and their way there.
 *
 * Only the thread itself adds some. What is guarded by the monitor is which of them are in the file.
 */
abstract class EventBuffer {
    /** So small that it stays in the processor's cache until it is written. */
    private static final int LARGEST = 1 << 13;
    private static final VarHandle PUBLISHED;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(EventBuffer.class, "published", int.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    final int number;

    /** The thread runs the recorder's own code, which calls the library, which is hooked. */
    boolean busy;

    /** Two words for each event: its key, then the distance to the time before, location and kind. */
    long[] buffer;
    int position;
    private int published;
    /** Guarded by the monitor: events from here on are not in the file, and the last time before them. */
    private int written;
    private long writtenTime;
    private long writtenEvents;
    /** Kept from block to block by a thread with a full buffer, or null. */
    private Encoder encoder;

    /** Bits of the places where the thread has been, or null if no more stacks are kept. */
    private long[] places = Stacks.isOpen() ? new long[4] : null;

    EventBuffer(int number, boolean isSmall) {
        this.number = number;
        buffer = new long[isSmall ? 64 : 512];
    }

    /** The thread is at a place: if it has not been there before, by which calls it came is kept. */
    final void beAt(int place) {
        if (places != null && (place >>> 6 >= places.length || (places[place >>> 6] >>> place & 1) == 0)) {
            comeTo(place);
        }
    }

    /** The first place is none of the program. */
    @DontInline
    private void comeTo(int place) {
        if (place >>> 6 >= places.length) {
            places = Arrays.copyOf(places, Math.max((place >>> 6) + 1, places.length * 2));
        }
        places[place >>> 6] |= 1L << place;
        boolean wasBusy = busy;
        busy = true;
        try {
            if (place > 0) {
                Stacks.keep(number, place);
            }
        } finally {
            busy = wasBusy;
        }
        if (!Stacks.isOpen()) {
            places = null;
        }
    }

    /** What has been added is complete. */
    final void publish() {
        PUBLISHED.setRelease(this, position);
    }

    /** For another event. */
    @DontInline
    final void makeRoom() {
        if (buffer.length < LARGEST) {
            synchronized (this) {
                buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 4, LARGEST));
            }
            return;
        }
        while (!isEmptied()) {
            TraceFile.awaitEnd();
        }
    }

    private synchronized boolean isEmptied() {
        if (TraceFile.isEnding()) {
            return false;
        }
        boolean wasBusy = busy;
        busy = true;
        flush(Long.MAX_VALUE);
        busy = wasBusy;
        // What was not written then came after the end of the trace.
        position = 0;
        written = 0;
        publish();
        return true;
    }

    /** Who waits for the monitor knows that a full buffer that is being written has been. */
    synchronized void awaitWritten() {}

    /** Writes what is published and at most that late. */
    synchronized void flush(long latest) {
        int end = (int) PUBLISHED.getAcquire(this);
        if (written >= end || TraceFile.isClosed()) {
            return;
        }
        Encoder block = encoder;
        if (block == null) {
            // It will be wanted again, if the thread has much to say.
            boolean isKept = buffer.length == LARGEST;
            block = new Encoder(number, (isKept ? LARGEST : end - written) / 2);
            encoder = isKept ? block : null;
        }
        int at = block.encode(buffer, written, end, writtenTime, latest);
        block.write(writtenEvents);
        writtenEvents += (at - written) / 2;
        writtenTime = block.time();
        written = at;
    }

    /** Forgets all events up to `time`, of which none is written. */
    synchronized void forgetUntil(long time) {
        position = 0;
        published = 0;
        writtenTime = time;
    }

    /** The thread has ended, and all is written. */
    synchronized void forget() {
        buffer = new long[0];
        encoder = null;
        position = 0;
        written = 0;
        published = 0;
    }
}
