import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Compressor.java with bigger blocks: as many orders, but more accesses in each, after the example bzip2smp2 of Wang,
 * Yang, Gupta and Gopalakrishnan (ATVA 2008). No race.
 */
public class Compressor2 {
    static final int CHUNKS = 4;
    static final int CHUNK = 60;
    static final Object queueLock = new Object();
    static final Object statisticsLock = new Object();
    static final Object outputLock = new Object();
    static final Queue<byte[]> queue = new ArrayDeque<>();
    static final StringBuilder output = new StringBuilder();
    static Thread lastToTake;
    static int bytesIn;
    static int bytesOut;
    static Worker[] workers;

    static class Worker extends Thread {
        final int number;

        Worker(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            byte[] block;
            Thread before;
            synchronized (queueLock) {
                block = queue.remove();
                before = lastToTake;
                lastToTake = this;
            }
            StringBuilder result = new StringBuilder();
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                int length = result.length();
                compress(block, chunk * CHUNK, result);
                synchronized (statisticsLock) {
                    bytesIn += CHUNK;
                    bytesOut += result.length() - length;
                }
            }
            if (before != null) {
                try {
                    before.join();
                } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                }
            }
            synchronized (outputLock) {
                output.append(result);
            }
            if (number > 0 && number + 1 < workers.length) {
                workers[number + 1].start();
            }
        }
    }

    /** Writes each run of a chunk as its length and its letter. */
    static void compress(byte[] block, int from, StringBuilder result) {
        int i = from;
        while (i < from + CHUNK) {
            int run = i;
            while (run < from + CHUNK && block[run] == block[i]) {
                run++;
            }
            result.append(run - i).append((char) block[i]);
            i = run;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < n; i++) {
            byte[] block = new byte[CHUNKS * CHUNK];
            Arrays.fill(block, (byte) ('a' + i));
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                block[chunk * CHUNK] = 'x';
                compress(block, chunk * CHUNK, expected);
            }
            synchronized (queueLock) {
                queue.add(block);
            }
        }
        workers = new Worker[n];
        for (int i = 0; i < n; i++) {
            workers[i] = new Worker(i);
        }
        workers[0].start();
        workers[1].start();
        for (Worker worker : workers) {
            worker.join();
        }
        assert queue.isEmpty();
        assert bytesIn == n * CHUNKS * CHUNK : bytesIn;
        assert bytesOut == expected.length() : bytesOut;
        assert output.toString().contentEquals(expected) : output;
    }
}
