import java.util.Arrays;

/**
 * A download in segments after the example aget of Wang, Yang, Gupta and Gopalakrishnan (ATVA 2008). Each of n threads
 * (3 unless the first argument says otherwise) copies the blocks of its segment (3 unless the second does) one by one
 * into its own part of the buffer, and after each adds to a counter under the one lock, where every other block makes
 * a report. No race. The orders are those of the counting: (n b)! / (b!)^n for b blocks.
 */
public class Downloader {
    static final int BLOCK = 2;
    static final Object lock = new Object();
    static byte[] source;
    static byte[] buffer;
    static int received;
    static int reported;
    static int reports;

    static void download(int segment, int blocks) {
        for (int block = 0; block < blocks; block++) {
            int from = (segment * blocks + block) * BLOCK;
            for (int i = from; i < from + BLOCK; i++) {
                buffer[i] = source[i];
            }
            synchronized (lock) {
                received += BLOCK;
                if (received >= reported + 2 * BLOCK) {
                    reported = received;
                    reports++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int blocks = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        source = new byte[n * blocks * BLOCK];
        for (int i = 0; i < source.length; i++) {
            source[i] = (byte) (i + 1);
        }
        buffer = new byte[source.length];
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int segment = i;
            threads[i] = new Thread(() -> download(segment, blocks));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert received == source.length : received;
        assert reports == n * blocks / 2 : reports;
        assert Arrays.equals(buffer, source);
    }
}
