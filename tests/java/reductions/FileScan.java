import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A parallel file scanner after the example pfscan of Wang, Yang, Gupta and Gopalakrishnan (ATVA 2008). Two workers
 * share a queue of directories and files, a counter of matches, a list of outputs and an aggregate, each guarded by a
 * lock of its own. Main puts a directory of n files (2 unless the argument says otherwise) into the queue; who takes
 * it puts its files in, and a worker ends when it finds the queue empty, since whoever puts files in looks again. No
 * race. The orders are 14, 78 and 334 for one to three files, counted by simulation.
 */
public class FileScan {
    static final char WANTED = 'x';
    static final Object queueLock = new Object();
    static final Object matchLock = new Object();
    static final Object outputLock = new Object();
    static final Object aggregateLock = new Object();
    static final Queue<Entry> queue = new ArrayDeque<>();
    static final List<String> output = new ArrayList<>();
    static int matches;
    static int entriesScanned;
    static int bytesScanned;

    /** A directory has entries, a file has content. */
    record Entry(String name, String content, Entry[] entries) {
    }

    static Entry take() {
        synchronized (queueLock) {
            return queue.poll();
        }
    }

    static void work() {
        int entries = 0;
        int bytes = 0;
        for (Entry entry = take(); entry != null; entry = take()) {
            entries++;
            if (entry.entries != null) {
                synchronized (queueLock) {
                    for (Entry inside : entry.entries) {
                        queue.add(inside);
                    }
                }
            } else {
                bytes += entry.content.length();
                scan(entry);
            }
        }
        if (entries > 0) {
            synchronized (aggregateLock) {
                entriesScanned += entries;
                bytesScanned += bytes;
            }
        }
    }

    static void scan(Entry file) {
        int found = 0;
        for (int i = 0; i < file.content.length(); i++) {
            if (file.content.charAt(i) == WANTED) {
                found++;
            }
        }
        if (found > 0) {
            synchronized (matchLock) {
                matches += found;
            }
            synchronized (outputLock) {
                output.add(file.name);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Entry[] files = new Entry[n];
        int bytes = 0;
        int found = 0;
        for (int i = 0; i < n; i++) {
            String content = "ab" + "x".repeat(i % 3 + 1);
            files[i] = new Entry("file" + i, content, null);
            bytes += content.length();
            found += i % 3 + 1;
        }
        queue.add(new Entry("directory", null, files));
        Thread[] workers = {new Thread(FileScan::work), new Thread(FileScan::work)};
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assert queue.isEmpty();
        assert matches == found : matches;
        assert output.size() == n : output;
        assert entriesScanned == n + 1 : entriesScanned;
        assert bytesScanned == bytes : bytesScanned;
    }
}
