import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * A parallel compressor after the example bzip2smp of Wang, Yang, Gupta and Gopalakrishnan (ATVA 2008). Main puts n
 * blocks (4 unless the argument says otherwise, at least 2) into a queue, and each of n workers takes the next one,
 * compresses it chunk by chunk, adds each chunk to the statistics, joins the worker that took the block before, and
 * appends to the output; queue, statistics and output have a lock each. Main starts workers 0 and 1, and each worker
 * but 0 starts the next at its end, so that worker 0 meets one of the others at a time. No race, and one output.
 *
 * The orders grow linearly: worker 0 takes any of the n blocks, and its four chunks are then counted in any order with
 * those of the worker that took the block before and of the one that takes the block after, which are ordered with
 * each other: (12 choose 4) orders, or (8 choose 4) for the first and the last block, in all 495 (n - 2) + 140.
 */
public class Compressor {
    static final int CHUNKS = 4;
    static final int CHUNK = 3;
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
