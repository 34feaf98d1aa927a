package raceproof.agent;

/** The names of one sort that are not in the file yet. {@link Names} guards them. */
class WaitingNames {
    private final int sort;
    /** How many there are, in the file and here. */
    private int count;
    private int written;
    /** Each stands for one name or several. */
    private int entries;
    final Bytes bytes = new Bytes();

    WaitingNames(int sort) {
        this.sort = sort;
    }

    final int count() {
        return count;
    }

    /** The id of a name. */
    int add(Bytes name) {
        bytes.varint(name.length());
        bytes.add(name);
        return added(1);
    }

    /** There is another entry, for so many names: the id of the first. */
    final int added(int names) {
        int first = count;
        count += names;
        entries++;
        return first;
    }

    /** Writes what waits. The file's lock is held. */
    final void write() {
        if (entries > 0) {
            Bytes head = new Bytes();
            char block = begin(head);
            head.varint(written);
            head.varint(entries);
            TraceFile.append(block, 0, 0, head, bytes);
            written = count;
            entries = 0;
            bytes.clear();
        }
    }

    /** What a block of such names begins with, and its type. */
    char begin(Bytes head) {
        head.add(sort);
        return 'N';
    }
}
