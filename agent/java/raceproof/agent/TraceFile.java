package raceproof.agent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * The file, one block after the other; its format stands in `predict/src/rpt/mod.rs`.
 *
 * Blocks go to the operating system as they are made, so what was written outlives the process. A plain stream is used because a
 * channel is closed when a thread that writes is interrupted.
 */
final class TraceFile {
    private static final int HEAD = 28;
    private static final Object LOCK = new Object();
    private static FileOutputStream file;
    private static long eventsWritten;
    private static boolean isFull;
    private static volatile boolean isEnding;
    private static volatile boolean isClosed;

    private TraceFile() {}

    /** Of several machines with the same options, as when one starts another, the first has the file, and each other one of its own. */
    static void open(String path) throws IOException {
        file = lock(path);
        if (file == null) {
            String name = new File(path).getName();
            int dot = name.lastIndexOf('.') > 0 ? path.lastIndexOf('.') : path.length();
            String own = path.substring(0, dot) + "-" + ProcessHandle.current().pid() + path.substring(dot);
            System.err.println("raceproof agent: another Java machine records to " + path + ", this one to " + own);
            file = lock(own);
            if (file == null) {
                throw new IOException(own + " is being written, too");
            }
        }
        Bytes head = new Bytes();
        for (char letter : "RPTR".toCharArray()) {
            head.add(letter);
        }
        head.littleEndian(2, 2);
        head.littleEndian(0, 2);
        file.write(head.array(), 0, head.length());
    }

    /** The file, emptied; null if somebody has it. Not emptied by opening it, as it may be another's. */
    private static FileOutputStream lock(String path) throws IOException {
        FileOutputStream stream = new FileOutputStream(path, true);
        try {
            if (stream.getChannel().tryLock() == null) {
                stream.close();
                return null;
            }
        } catch (IOException unsupported) {
            // A file system or a device without locks: then nobody can be told apart.
        }
        if (new File(path).isFile()) {
            stream.getChannel().truncate(0);
        }
        return stream;
    }

    static boolean isClosed() {
        return isClosed;
    }

    /** Writes a block, and first the names that it may need. */
    static void write(char type, long firstEvent, int events, Bytes... parts) {
        Bytes block = block(type, firstEvent, events, parts);
        synchronized (LOCK) {
            if (!isClosed) {
                writeNamed();
                append(block);
                eventsWritten += events;
            }
        }
    }

    /** A block that says something of the trace, and how many events stand before it. */
    static void writeAbout(char type, Bytes about) {
        synchronized (LOCK) {
            write(type, eventsWritten, 0, about);
        }
    }

    /** Writes the names that wait, if they are many. */
    static void writeNames() {
        synchronized (LOCK) {
            if (!isClosed) {
                writeNamed();
            }
        }
    }

    /** Names that wait, and stacks, whose places are among those. */
    private static void writeNamed() {
        Bytes stacks = Stacks.take();
        Names.write();
        if (stacks != null) {
            append('K', 0, 0, stacks);
        }
    }

    /** Writes a block. The lock is held. */
    static void append(char type, long firstEvent, int events, Bytes... parts) {
        append(block(type, firstEvent, events, parts));
    }

    private static Bytes block(char type, long firstEvent, int events, Bytes... parts) {
        CRC32C sum = new CRC32C();
        int length = 0;
        for (Bytes part : parts) {
            sum.update(part.array(), 0, part.length());
            length += part.length();
        }
        Bytes block = new Bytes(length + HEAD);
        block.add(type);
        block.add(0);
        block.littleEndian(0, 2);
        block.littleEndian(length, 4);
        block.littleEndian(length, 4);
        block.littleEndian(sum.getValue(), 4);
        block.littleEndian(firstEvent, 8);
        block.littleEndian(events, 4);
        for (Bytes part : parts) {
            block.add(part);
        }
        return block;
    }

    private static void append(Bytes block) {
        try {
            if (!isFull) {
                file.write(block.array(), 0, block.length());
            }
        } catch (IOException failure) {
            // The program goes on; its trace ends here, and nothing may follow the torn block.
            isFull = true;
            System.err.println("raceproof agent: the trace ends early: " + failure.getMessage());
        }
    }

    /** From now on, threads whose buffers are full wait, and then find the file closed. */
    static void end() {
        isEnding = true;
    }

    static boolean isEnding() {
        return isEnding && !isClosed;
    }

    static void awaitEnd() {
        while (isEnding && !isClosed) {
            Thread.yield();
        }
    }

    static void close() {
        synchronized (LOCK) {
            isClosed = true;
            try {
                file.close();
            } catch (IOException failure) {
                System.err.println("raceproof agent: " + failure.getMessage());
            }
        }
    }
}
